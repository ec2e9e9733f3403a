import { useEffect, useState } from 'react'
import { loadChunk } from '../../platform/chunks.js'
import type { AccountMenu } from '../account-menu/account-menu.js'
import { adopt } from '../theme/adopt.js'

let loading: Promise<typeof import('../account-menu/account-menu.js')> | undefined

/** Loads the menu when the visitor moves to a connected button. A failed load is tried again. */
function loadAccountMenu() {
  loading ??= loadChunk(
    'view/account-menu/account-menu',
    () => import('../account-menu/account-menu.js'),
  ).catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

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
    loadAccountMenu().then(
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
