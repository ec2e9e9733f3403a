import type { WalletClient } from '../client/client.js'
import type { ButtonHost } from '../view/contract.js'
import type { WalletConnectButton } from './button-api.js'
import type { Loaders } from './hub.js'
import { PARTS } from './parts.js'
import { readProps } from './props.js'

/** Which buttons React draws. */
export interface MountControl {
  /** Has React take over the element's button, as soon as the view is there. Idempotent. */
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
export function mountControl(loaders: Loaders): MountControl {
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
        getProps: () => readProps(element),
        subscribe(listener) {
          mount.listeners.add(listener)
          return () => void mount.listeners.delete(listener)
        },
        activate,
        setMenuOpen(open) {
          if (open) parts.internals?.states?.add('open')
          else parts.internals?.states?.delete('open')
        },
      }
      loaders.view().then(
        ({ mountButton }) => {
          if (mounts.get(element) !== mount) return
          parts.paint()
          parts.taken = true
          mount.release = mountButton(host)
        },
        () => mounts.delete(element),
      )
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
