import { useCallback, useEffect, useRef, useState } from 'react'
import type { ButtonHost, Opening } from '../../element/view-contract.js'
import { createPart } from '../../platform/chunks.js'
import type { AccountMenu } from '../account-menu/account-menu.js'
import { adopt } from '../theme/adopt.js'

/** The menu. It loads when the visitor moves to a connected button. */
const MENU = createPart(() => import('../account-menu/account-menu.js'))

/**
 * The component of the menu, null until it has loaded.
 *
 * @param wanted load it; each time this becomes true it is tried again
 * @param opened the visitor waits for it: `onFail` is called when it cannot be loaded
 */
function useLoadedMenu(
  root: ShadowRoot,
  wanted: boolean,
  opened: boolean,
  onFail: (error: unknown) => void,
): typeof AccountMenu | null {
  const [menu, setMenu] = useState<{ draw: typeof AccountMenu } | null>(null)
  useEffect(() => {
    if (!wanted || menu) return
    let here = true
    MENU.load().then(
      (module) => {
        adopt(root, module.accountMenuSheet)
        if (here) setMenu({ draw: module.AccountMenu })
      },
      (error) => here && opened && onFail(error),
    )
    return () => {
      here = false
    }
  }, [root, wanted, opened, onFail, menu])
  return menu?.draw ?? null
}

/** The menu of a connected button, see {@link useAccountMenu}. */
export type ButtonMenu = ReturnType<typeof useAccountMenu>

/**
 * Loads, opens and closes the menu of a connected button. It stays closed while the visitor signs in.
 *
 * @param isUsable a wallet is connected, and the page has not disabled the button
 */
export function useAccountMenu(host: ButtonHost, isUsable: boolean, isSigning: boolean) {
  const wasOpen = useRef(false)
  const [opening, setOpening] = useState<Opening | null>(host.opening ?? null)
  const openings = useRef(0)
  const [isNear, setNear] = useState(!!host.isNear)
  const [hasFailed, setFailed] = useState(false)
  const near = useCallback(() => setNear(true), [])
  const close = useCallback(() => setOpening(null), [])
  const onFail = useCallback(
    (error: unknown) => {
      close()
      setFailed(true)
      host.fail?.(error)
    },
    [host, close],
  )
  const canOpen = isUsable && !isSigning
  const opened = canOpen ? opening : null
  const isOpen = !!opened
  const Menu = useLoadedMenu(host.root, isUsable && (isNear || isOpen), isOpen, onFail)

  useEffect(() => {
    if (!isOpen) return
    host.setMenuOpen(true)
    return () => {
      setOpening(null)
      host.setMenuOpen(false)
    }
  }, [host, isOpen])

  return {
    /** Draws the menu, as soon as it has loaded. */
    Menu,
    canOpen,
    /** How it was opened; null while it is closed. */
    opened,
    /** How many times it was opened. */
    count: openings.current,
    /** It is open and has not loaded. A visitor who goes on now does not want it any more. */
    isLate: isOpen && !Menu,
    /** Whether it was open when the pointer went down. */
    wasOpen,
    /** The visitor waited for it, and it could not be loaded. */
    hasFailed,
    forgetFailure: () => setFailed(false),
    /** The visitor comes near: it loads. */
    near,
    open(start: Opening['start']) {
      openings.current++
      setOpening({ start })
    },
    close,
    /** The menu cannot be loaded, or cannot be drawn. */
    onFail,
  }
}
