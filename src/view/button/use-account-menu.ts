import { useEffect, useState } from 'react'
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
export function useAccountMenu(
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
