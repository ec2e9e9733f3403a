import type { WalletConnectButton } from './button-api.js'
import { dispatchError } from './events.js'
import { IDLE, KEPT_ROOM } from './face/face.js'
import type { User } from './hub.js'
import { show } from './loading.js'
import type { OpenStore } from './open-store.js'
import { PARTS } from './parts.js'
import { showStatus } from './show-status.js'
import type { ButtonHost, View } from './view-contract.js'
import { readPaintedProps } from './view-props.js'

/** Controls which buttons React draws. */
export interface MountControl {
  /**
   * Lets React take over the element's button. Idempotent.
   *
   * @param activate called when the button was used while no wallet was connected
   */
  mount(element: WalletConnectButton, store: OpenStore, activate: () => void): void
  /** Takes back the button that was drawn for a user, if one was; the nodes stay. */
  unmount(user: User): void
  /**
   * Draws changed attributes. Further changes in later tasks of the same frame are drawn together with the next frame.
   */
  update(element: WalletConnectButton): void
}

interface Mount {
  readonly element: WalletConnectButton
  listeners: Set<() => void>
  /** Draws the button without React if it is connected; until React draws it. */
  paint?: (() => void) | undefined
  /** Gives the button back, once it is drawn; with `isOver` it looks as first painted. */
  release?: (isOver?: boolean) => void
  /** What has become of this frame's change: its task still runs, it is drawn, or another has come since, which waits. */
  change?: 'open' | 'drawn' | 'late' | undefined
}

/** Whether React can draw a button now, without loading its renderer first. */
export const canMount = ({ renderer }: View): boolean => renderer?.isLoaded() ?? true

/** What the view gets to know of an element. */
function createHost(
  element: WalletConnectButton,
  store: OpenStore,
  activate: () => void,
  listeners: Mount['listeners'],
): ButtonHost {
  const parts = element[PARTS]
  const { client, signIn } = store
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
      if (open) store.used = element
      showStatus(element, client.getState())
    },
    fail: (error) => void dispatchError(element, error),
  }
}

/** Creates the {@link MountControl} of a page. */
export function mountControl(view: View): MountControl {
  const mounts = new Map<User, Mount>()

  /** Draws a connected button without React, also where React is on its way for the attempt before. */
  function paint(host: ButtonHost, mount: Mount, callReact: () => void): void {
    const parts = (host.element as WalletConnectButton)[PARTS]
    if (parts.taken || !view.paintButton || host.client.getState().status !== 'connected') return
    parts.taken = true
    mount.release = view.paintButton(host, callReact)
  }

  return {
    mount(element, store, activate) {
      const known = mounts.get(element)
      if (known) return known.paint?.()
      const mount: Mount = { element, listeners: new Set() }
      mounts.set(element, mount)
      const parts = element[PARTS]
      // The drawn button needs no room kept: the first paint takes back what it set for that.
      show(element, IDLE, KEPT_ROOM, () => parts.paint())
      const host = createHost(element, store, activate, mount.listeners)
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
          host.fail?.(error)
          for (const listener of mount.listeners) listener()
        })
      }
      mount.paint = () => paint(host, mount, callReact)
      mount.paint()
      if (!parts.taken) callReact()
    },
    unmount(user) {
      const mount = mounts.get(user)
      if (!mount) return
      mounts.delete(user)
      mount.release?.(true)
      mount.element[PARTS].taken = false
    },
    update(element) {
      const mount = mounts.get(element)
      if (!mount) return
      if (mount.change === 'drawn') mount.change = 'late'
      if (mount.change === 'late') return
      for (const listener of mount.listeners) listener()
      if (mount.change) return
      mount.change = 'open'
      requestAnimationFrame(() => {
        const isLate = mount.change === 'late'
        mount.change = undefined
        if (isLate) this.update(element)
      })
      // Wait for the end of the task, so that React draws its changes together.
      queueMicrotask(() => {
        mount.change = 'drawn'
      })
    },
  }
}
