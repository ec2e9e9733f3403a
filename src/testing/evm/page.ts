import { type Eip6963Detail, keepAnnouncing } from './announce.js'
import type { ScriptedEvmWalletOptions } from './options.js'
import type { ScriptedEvmWallet } from './wallet.js'

/** How a page finds the wallet: by its announcements, or as `window.ethereum`. */
interface Place extends Pick<ScriptedEvmWallet, 'announce' | 'withdraw' | 'installLegacy'> {
  /** Gives `window.ethereum` back. */
  removeLegacy(): void
}

/** Creates the ways in which a page finds the wallet. It does not find the wallet yet. */
export function placeOnPage(detail: Eip6963Detail, target: ScriptedEvmWalletOptions['target']): Place {
  let stopAnnouncing = () => {}
  let late: ReturnType<typeof setTimeout> | undefined
  let removeLegacy = () => {}
  const withdraw = () => {
    clearTimeout(late)
    stopAnnouncing()
  }
  return {
    announce({ after } = {}) {
      withdraw()
      const start = () => {
        stopAnnouncing = keepAnnouncing(detail, target)
      }
      if (after === undefined) start()
      else late = setTimeout(start, after)
    },
    withdraw,
    installLegacy() {
      removeLegacy()
      const before = Object.getOwnPropertyDescriptor(globalThis, 'ethereum')
      const { provider } = detail
      Object.defineProperty(globalThis, 'ethereum', { value: provider, configurable: true, writable: true })
      removeLegacy = () => {
        if (before) Object.defineProperty(globalThis, 'ethereum', before)
        else Reflect.deleteProperty(globalThis, 'ethereum')
        removeLegacy = () => {}
      }
      return removeLegacy
    },
    removeLegacy: () => removeLegacy(),
  }
}
