// The smallest modal that lists the injected wallets (EIP-6963 and window.starknet*). Only the floors use it.
interface Item {
  name: string
  icon: string
}

export function discover(): Item[] {
  const items: Item[] = []
  const onAnnounce = (event: Event): void => {
    const { info } = (event as CustomEvent<{ info: Item }>).detail
    items.push({ name: info.name, icon: info.icon })
  }
  window.addEventListener('eip6963:announceProvider', onAnnounce)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  window.removeEventListener('eip6963:announceProvider', onAnnounce)
  for (const key of Object.getOwnPropertyNames(window)) {
    if (!key.startsWith('starknet_')) continue
    const wallet = (window as unknown as Record<string, Item>)[key]
    items.push({ name: wallet.name, icon: wallet.icon })
  }
  return items
}

export function openPlainModal(root: ShadowRoot): void {
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.style.cssText =
    'position:fixed;inset:0;margin:auto;width:380px;height:300px;background:#fff;border:1px solid'
  for (const { name, icon } of discover()) {
    const row = document.createElement('button')
    const image = document.createElement('img')
    image.src = icon
    image.width = image.height = 28
    row.append(image, name)
    dialog.append(row)
  }
  root.append(dialog)
}
