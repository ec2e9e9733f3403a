import { useEffect, useState } from 'react'
import { loadChunk } from '../../platform/chunks.js'
import type { AccountMenu } from '../account-menu/account-menu.js'
import { adopt } from '../theme/adopt.js'

let loading: Promise<typeof import('../account-menu/account-menu.js')> | undefined

/** The menu's code comes when the visitor reaches for the button of a connected wallet. A failed load is forgotten. */
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
 * The component of the menu, null until it has arrived.
 *
 * @param wanted fetch it; tried again each time this turns true
 * @param opened the visitor waits for it: `onFail` is called where it cannot be had
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
