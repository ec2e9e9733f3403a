import type { WalletClient } from '../client/wallet-client.js'
import type { WalletConnectButton } from './button-api.js'
import { PARTS } from './parts.js'
import { showStatus } from './show-status.js'
import type { ButtonHost, SignInActions, View } from './view-contract.js'
import { readPaintedProps } from './view-props.js'

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
  /** Draws the button without React if it is connected; until React draws it. */
  paint?: (() => void) | undefined
  /** Gives the button back, once it is drawn; with `isOver` it looks as first painted. */
  release?: (isOver?: boolean) => void
  /** The frame that a change has to wait for. */
  frame?: number
  /** This frame's change is drawn, and another change has come since. */
  isDrawn?: boolean
  isLate?: boolean
}

/** Whether React can draw a button now, without loading its renderer first. */
export const canMount = ({ renderer }: View): boolean => renderer?.isLoaded() ?? true

/** What the view gets to know of an element. */
function createHost(
  element: WalletConnectButton,
  client: WalletClient,
  { signIn, activate, use, fail }: MountActions,
  listeners: Mount['listeners'],
): ButtonHost {
  const parts = element[PARTS]
  return {
    element,
    root: parts.root,
    client,
    start: client.getState(),
    signIn,
    getProps: () => readPaintedProps(element),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    activate,
    setMenuOpen(open) {
      parts.menuOpen = open
      if (open) use()
      showStatus(element, client.getState())
    },
    fail,
  }
}

/** Creates the {@link MountControl} of a page. */
export function mountControl(view: View): MountControl {
  const mounts = new Map<WalletConnectButton, Mount>()

  /** Draws a connected button without React, also where React is on its way for the attempt before. */
  function paint(host: ButtonHost, mount: Mount, callReact: () => void): void {
    const parts = (host.element as WalletConnectButton)[PARTS]
    if (parts.taken || !view.paintButton || host.client.getState().status !== 'connected') return
    parts.taken = true
    mount.release = view.paintButton(host, callReact)
  }

  return {
    mount(element, client, actions) {
      const known = mounts.get(element)
      if (known) return known.paint?.()
      const mount: Mount = { listeners: new Set() }
      mounts.set(element, mount)
      const parts = element[PARTS]
      // The drawn button needs no room kept: the first paint takes back what it set for that.
      parts.room = undefined
      parts.paint()
      const host = createHost(element, client, actions, mount.listeners)
      const mountReact = () => {
        // The element may have left its store since.
        if (mounts.get(element) !== mount) return
        mount.paint = undefined
        mount.release?.()
        parts.taken = true
        mount.release = view.mountButton(host)
      }
      if (canMount(view)) return mountReact()
      let isLoading = false
      const callReact = () => {
        if (isLoading) return
        isLoading = true
        view.renderer?.load().then(mountReact, (error) => {
          isLoading = false
          // A painted button stays as it is, and asks again the next time.
          if (!parts.taken) mounts.delete(element)
          host.opening = undefined
          actions.fail(error)
          for (const listener of mount.listeners) listener()
        })
      }
      mount.paint = () => paint(host, mount, callReact)
      mount.paint()
      if (!parts.taken) callReact()
    },
    unmount(element) {
      const mount = mounts.get(element)
      if (!mount) return
      mounts.delete(element)
      mount.release?.(true)
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
