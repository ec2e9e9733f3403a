import type { WalletClient } from '../client/client.js'
import type { ButtonHost, View } from '../view/contract.js'
import type { WalletConnectButton } from './button-api.js'
import { PARTS } from './parts.js'
import { readProps } from './props.js'
import { setState } from './show-status.js'

/** Which buttons React draws. */
export interface MountControl {
  /** Has React take over the element's button. Idempotent. */
  mount(element: WalletConnectButton, client: WalletClient, activate: () => void): void
  unmount(element: WalletConnectButton): void
  /** The element's attributes have changed. */
  update(element: WalletConnectButton): void
}

interface Mount {
  listeners: Set<() => void>
  /** Set once React draws. */
  release?: () => void
}

/** Creates the {@link MountControl} of a page. */
export function mountControl(view: View): MountControl {
  const mounts = new Map<WalletConnectButton, Mount>()
  return {
    mount(element, client, activate) {
      if (mounts.has(element)) return
      const mount: Mount = { listeners: new Set() }
      mounts.set(element, mount)
      const parts = element[PARTS]
      const host: ButtonHost = {
        element,
        root: parts.root,
        client,
        getProps: () => ({ ...readProps(element), showBalance: element.showBalance }),
        subscribe(listener) {
          mount.listeners.add(listener)
          return () => void mount.listeners.delete(listener)
        },
        activate,
        setMenuOpen: (open) => setState(element, 'open', open),
      }
      parts.paint()
      parts.taken = true
      mount.release = view.mountButton(host)
    },
    unmount(element) {
      const mount = mounts.get(element)
      if (!mount) return
      mounts.delete(element)
      mount.release?.()
      const parts = element[PARTS]
      parts.taken = false
      if (element.isConnected) parts.paint()
    },
    update(element) {
      for (const listener of mounts.get(element)?.listeners ?? []) listener()
    },
  }
}
