import { readErrorCode, readField } from '../../../errors/normalise.js'
import { TRY_AGAIN_LATER } from '../../../errors/rpc-codes.js'
import { wait } from '../../../platform/time.js'
import { readEvmChainId } from '../../../protocol/caip2.js'
import { type Question, Report } from '../../report.js'
import { use } from '../../wallets-in-use.js'
import { readAccounts } from '../accounts.js'
import type { Eip1193Provider } from '../announcement.js'
import { listenTo, look, type PinnedProvider } from '../provider.js'

/** A wallet that has lost its chain gets this long to reconnect, in ms. */
const RECONNECT_PAUSE = 1_000

/** Reads a wallet again that has lost its chain: it may reconnect with another account, or on another chain, without an event. */
function watchReconnect(pinned: PinnedProvider, report: Report): { begin(): void; look(): void } {
  const { signal } = report
  let lost: Question | null = null
  /** A wallet that has named its accounts and its chain since it lost the chain has reconnected. */
  const isLost = () => lost && !(lost.since('accounts') && lost.since('chainId'))
  /** @param isOver the wallet has had its time to reconnect */
  async function read(isOver: boolean) {
    if (!isLost() || !report.isWatched) return
    const question = report.ask()
    const { accounts, chainId } = await look(pinned, signal).catch(() => ({ accounts: null, chainId: null }))
    if (accounts?.length && chainId) question.answer({ accounts, chainId })
    else if (isOver && !accounts?.length && question.isNewest) question.answer({ accounts: [] })
  }
  return {
    // If the wallet reconnects to its chain within a second, the page gets no event.
    begin() {
      lost = report.ask()
      void wait(RECONNECT_PAUSE, signal).then(() => read(true))
    },
    look: () => void read(false),
  }
}

/** Listens to a wallet before the first request, so that no event between two reads is lost. */
export function listenToInjected(provider: Eip1193Provider, pinned: PinnedProvider): Report {
  // An EVM wallet that shows no account any more does not say whether it is locked or has ended the session.
  const report = new Report('locked')
  const release = use(provider)
  const reconnect = watchReconnect(pinned, report)
  const unsubscribe = listenTo(provider, {
    accountsChanged: (payload) => report.hear({ accounts: readAccounts(payload) }),
    chainChanged: (payload) => report.hear({ chainId: readEvmChainId(payload) }),
    disconnect(error) {
      if (readErrorCode(error) === TRY_AGAIN_LATER) reconnect.begin()
      else if (report.isWatched) report.end('lost')
    },
    connect(payload) {
      if (!report.said.chainId) report.hear({ chainId: readEvmChainId(readField(payload, 'chainId')) })
      // The wallet may have reconnected on another chain, without another event (EIP-1193).
      reconnect.look()
    },
  })
  report.liveUpdates = unsubscribe !== null
  report.signal.addEventListener('abort', () => {
    release()
    unsubscribe?.()
  })
  return report
}
