import { readErrorCode, readField } from '../../../errors/normalise.js'
import { TRY_AGAIN_LATER } from '../../../errors/rpc-codes.js'
import { wait } from '../../../platform/time.js'
import { readEvmChainId } from '../../../protocol/caip2.js'
import { hold } from '../../held-wallets.js'
import { type Question, Report } from '../../report.js'
import { readAccounts } from '../accounts.js'
import type { Eip1193Provider } from '../announcement.js'
import { type HeldProvider, listenTo, look } from '../provider.js'

/** A wallet that has lost its chain gets this long to reconnect, in ms. */
const RECONNECT_PAUSE = 1_000

/** Reads a wallet again that has lost its chain: it may come back with another account, or on another chain, without an event. */
function watchReturn(held: HeldProvider, report: Report): { leave(): void; look(): void } {
  const { signal } = report
  let left: Question | null = null
  /** A wallet that has named its accounts and its chain since it left is back. */
  const isAway = () => left && !(left.since('accounts') && left.since('chainId'))
  /** @param isOver the wallet has had its time to come back */
  async function read(isOver: boolean) {
    if (!isAway() || !report.isWatched) return
    const question = report.ask()
    const { accounts, chainId } = await look(held, signal).catch(() => ({ accounts: null, chainId: null }))
    if (accounts?.length && chainId) question.answer({ accounts, chainId })
    else if (isOver && !accounts?.length && question.isNewest) question.answer({ accounts: [] })
  }
  return {
    // If the wallet reconnects to its chain within a second, the page hears nothing of it.
    leave() {
      left = report.ask()
      void wait(RECONNECT_PAUSE, signal).then(() => read(true))
    },
    look: () => void read(false),
  }
}

/** Listens to a wallet before the first request, so that no event between two reads is lost. */
export function listenToInjected(provider: Eip1193Provider, held: HeldProvider): Report {
  // An EVM wallet that shows no account any more does not say whether it is locked or has ended the session.
  const report = new Report('locked')
  const letGo = hold(provider)
  const comeBack = watchReturn(held, report)
  const unsubscribe = listenTo(provider, {
    accountsChanged: (payload) => report.hear({ accounts: readAccounts(payload) }),
    chainChanged: (payload) => report.hear({ chainId: readEvmChainId(payload) }),
    disconnect(error) {
      if (readErrorCode(error) === TRY_AGAIN_LATER) comeBack.leave()
      else if (report.isWatched) report.end('lost')
    },
    connect(payload) {
      if (!report.said.chainId) report.hear({ chainId: readEvmChainId(readField(payload, 'chainId')) })
      // The wallet may have come back on another chain, without another event (EIP-1193).
      comeBack.look()
    },
  })
  report.liveUpdates = unsubscribe !== null
  report.signal.addEventListener('abort', () => {
    letGo()
    unsubscribe?.()
  })
  return report
}
