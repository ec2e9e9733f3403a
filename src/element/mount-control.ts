import type { WalletClient } from '../client/wallet-client.js'
import type { WalletConnectButton } from './button-api.js'
import { PARTS } from './parts.js'
import { showStatus } from './show-status.js'
import type { ButtonHost, SignInActions, View } from './view-contract.js'
import { readViewProps } from './view-props.js'

/** What a drawn button has its app do. */
export interface MountActions {
  /** Sign-in and its end, as the account menu offers them. */
  signIn: SignInActions
  /** The button was used while no wallet was connected. */
  activate(): void
  /** The visitor is at this button now, not at another one. */
  use(): void
  /** A part that the button needed could not be loaded. */
  fail(error: unknown): void
}

/** Which buttons React draws. */
export interface MountControl {
  /** Has React take over the element's button. Idempotent. */
  mount(element: WalletConnectButton, client: WalletClient, actions: MountActions): void
  /** Takes the button from React; the nodes stay. */
  unmount(element: WalletConnectButton): void
  /** The element's attributes have changed. What follows in later tasks of the same frame is drawn once, with the next. */
  update(element: WalletConnectButton): void
}

interface Mount {
  listeners: Set<() => void>
  /** Set once React draws. */
  release?: () => void
  /** The frame until which a change has to wait. */
  frame?: number
  /** This frame's change has been drawn, and another has come since. */
  isDrawn?: boolean
  isLate?: boolean
}

/** Creates the {@link MountControl} of a page. */
export function mountControl(view: View): MountControl {
  const mounts = new Map<WalletConnectButton, Mount>()
  return {
    mount(element, client, { signIn, activate, use, fail }) {
      if (mounts.has(element)) return
      const mount: Mount = { listeners: new Set() }
      mounts.set(element, mount)
      const parts = element[PARTS]
      const host: ButtonHost = {
        element,
        root: parts.root,
        client,
        signIn,
        getProps: () => readViewProps(element),
        subscribe(listener) {
          mount.listeners.add(listener)
          return () => void mount.listeners.delete(listener)
        },
        activate,
        setMenuOpen(open) {
          parts.menuOpen = open
          if (open) use()
          showStatus(element, client.getState())
        },
        fail,
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
      element[PARTS].taken = false
    },
    update(element) {
      const mount = mounts.get(element)
      if (!mount) return
      if (mount.isDrawn) {
        mount.isLate = true
        return
      }
      for (const listener of mount.listeners) listener()
      if (mount.frame) return
      mount.frame = requestAnimationFrame(() => {
        const { isLate } = mount
        mount.frame = 0
        mount.isDrawn = false
        mount.isLate = false
        if (isLate) this.update(element)
      })
      // React draws the changes of one task together.
      queueMicrotask(() => {
        mount.isDrawn = true
      })
    },
  }
}
