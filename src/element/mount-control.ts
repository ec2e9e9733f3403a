import type { WalletClient } from '../client/wallet-client.js'
import type { WalletConnectButton } from './button-api.js'
import { PARTS } from './parts.js'
import { showStatus } from './show-status.js'
import type { ButtonHost, SignInActions, View } from './view-contract.js'
import { readViewProps } from './view-props.js'

/** What a drawn button asks its app to do. */
export interface MountActions {
  /** Sign-in and sign-out, as the account menu offers them. */
  signIn: SignInActions
  /** Called when the button was used while no wallet was connected. */
  activate(): void
  /** Called when the visitor uses this button now. */
  use(): void
  /** Called when a part that the button needs could not be loaded. */
  fail(error: unknown): void
}

/** Controls which buttons React draws. */
export interface MountControl {
  /** Lets React take over the element's button. Idempotent. */
  mount(element: WalletConnectButton, client: WalletClient, actions: MountActions): void
  /** Takes the button back from React; the nodes stay. */
  unmount(element: WalletConnectButton): void
  /**
   * Draws changed attributes. Further changes in later tasks of the same frame are drawn together with the next frame.
   */
  update(element: WalletConnectButton): void
}

interface Mount {
  listeners: Set<() => void>
  /** Set once React draws the button. */
  release?: () => void
  /** The frame that a change has to wait for. */
  frame?: number
  /** This frame's change is drawn, and another change has come since. */
  isDrawn?: boolean
  isLate?: boolean
}

/** Whether React can draw a button now, without loading its renderer first. */
export const canMount = ({ renderer }: View): boolean => renderer?.isLoaded() ?? true

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
        start: client.getState(),
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
      const begin = () => {
        // The element may have left its store since.
        if (mounts.get(element) !== mount) return
        parts.paint()
        parts.taken = true
        mount.release = view.mountButton(host)
      }
      if (canMount(view)) return begin()
      view.renderer?.load().then(begin, (error) => {
        mounts.delete(element)
        fail(error)
      })
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
      // Wait for the end of the task, so that React draws its changes together.
      queueMicrotask(() => {
        mount.isDrawn = true
      })
    },
  }
}
