import type { WalletConnectButton } from '../../src/exports/index.js'

const ON_BUTTON = ['theme', 'lang', 'mode', 'size', 'show-balance', 'sign-in']

/** Binds the options to the button's attributes, and stores them in the address, so that a reload shows the same. */
export function bindOptions(button: WalletConnectButton): void {
  const form = document.querySelector<HTMLFormElement>('#options')
  const startOver = document.querySelector<HTMLButtonElement>('#start-over')
  if (!form || !startOver) return

  const apply = () => {
    const kept = new URLSearchParams()
    for (const field of form.elements) {
      if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) continue
      const { name } = field
      const value = field instanceof HTMLInputElement ? (field.checked ? 'on' : '') : field.value
      if (value) kept.set(name, value)
      if (!ON_BUTTON.includes(name)) continue
      if (value) button.setAttribute(name, value === 'on' ? '' : value)
      else button.removeAttribute(name)
    }
    document.documentElement.dataset.theme = kept.get('theme') ?? 'system'
    document.documentElement.dir = kept.get('dir') ?? 'ltr'
    history.replaceState(null, '', kept.size > 0 ? `?${kept}` : location.pathname)
  }

  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement) field.checked = value === 'on'
    else if (field instanceof HTMLSelectElement) field.value = value
  }
  apply()
  form.addEventListener('change', apply)
  startOver.addEventListener('click', async () => {
    await button.disconnect().catch(() => {})
    localStorage.clear()
    sessionStorage.clear()
    location.reload()
  })
}
