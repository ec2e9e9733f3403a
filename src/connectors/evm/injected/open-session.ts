import { DISCONNECT_TIMEOUT } from '../../../constants.js'
import { readField } from '../../../errors/normalise.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { NativePromise } from '../../../platform/natives.js'
import { within } from '../../../platform/time.js'
import { readEvmChainId } from '../../../protocol/caip2.js'
import { answerOrEvent, CHAIN_TIMEOUT } from '../../answer-or-event.js'
import type { ConnectorConfig } from '../../config.js'
import type { WalletSession } from '../../connector.js'
import type { Report } from '../../report.js'
import { withReport } from '../../session-report.js'
import { isInUse } from '../../wallets-in-use.js'
import type { Eip1193Provider } from '../announcement.js'
import { ask, look, type PinnedProvider } from '../provider.js'
import { createEvmRequests } from '../requests.js'
import { completeProvider } from '../wallet-provider.js'

/** How long each way to end a wallet's permission may take, in ms; a wallet that lacks it may never answer (MIP-2). */
const REVOKE_TIMEOUT = 100

/** A wallet, and how the page ends it, if it says so. */
export interface Endable {
  provider: Eip1193Provider
  disconnect: (() => unknown) | undefined
}

/** Ends the page's permission by the first way that the wallet knows. Never rejects. */
async function endPermission({ provider, disconnect }: Endable, pinned: PinnedProvider): Promise<void> {
  const call = (target: unknown) => {
    const end = readField(target, 'disconnect')
    if (typeof end !== 'function') throw new WalletError('not_implemented')
    return end.call(target)
  }
  const ways = disconnect
    ? [() => disconnect()]
    : [
        () => ask(pinned, 'wallet_revokePermissions', [{ eth_accounts: {} }]),
        () => ask(pinned, 'wallet_disconnect'),
        () => call(provider),
      ]
  for (const end of ways) {
    const ending = NativePromise.resolve().then(end)
    const hasEnded = ending.then(
      () => true,
      () => false,
    )
    if (await within(hasEnded, disconnect ? DISCONNECT_TIMEOUT : REVOKE_TIMEOUT, () => false)) return
  }
}

/**
 * Reads the chain, by the wallet's answer or by an event during the read. The answer is newer than older events.
 *
 * @throws WalletError `wallet_timeout`, or the wallet's error
 */
async function readChain(pinned: PinnedProvider, report: Report): Promise<void> {
  const question = report.ask()
  const asked = ask(pinned, 'eth_chainId').then(readEvmChainId)
  const chainId = await answerOrEvent(asked, report, () => question.since('chainId'), CHAIN_TIMEOUT)
  question.answer({ chainId })
}

/**
 * Asks the wallet, which has shown its accounts, for its chain. Resolves also when the wallet refuses, answers nonsense or does
 * not answer; never rejects.
 */
export const askChain = (pinned: PinnedProvider, report: Report): Promise<void> =>
  readChain(pinned, report).catch(() => {})

/**
 * Opens a session on a wallet whose accounts are in the report.
 *
 * @param chain the question for the chain, if it was asked together with the question for the accounts
 * @throws WalletError `wallet_malformed`, `wallet_timeout`, `session_ended` when the wallet shows no account any more
 */
export async function openInjectedSession(
  wallet: Endable,
  pinned: PinnedProvider,
  report: Report,
  config: Pick<ConnectorConfig, 'networks'>,
  chain = askChain(pinned, report),
): Promise<WalletSession> {
  const { provider } = wallet
  await chain
  // A wallet that starts may show its accounts before it can name its chain.
  if (!report.said.chainId) await readChain(pinned, report)
  report.open()
  const requests = createEvmRequests({
    provider: pinned,
    getNetworks: () => config.networks,
    report,
    signal: report.signal,
  })
  return withReport(report, {
    provider: completeProvider(provider),
    liveUpdates: report.liveUpdates,
    takesMore: true,
    ...requests,
    watch: (onChange) => report.watch(onChange),
    async refresh() {
      // A wallet that cannot answer now has not disconnected this page: `refresh` rejects, and nothing changes.
      await report.read(async () => {
        const { accounts, chainId } = await look(pinned, report.signal)
        if (!accounts || (accounts.length > 0 && !chainId)) throw new WalletError('wallet_malformed')
        return { accounts, chainId }
      })
      return report.place ?? 'locked'
    },
    async disconnect() {
      report.hear({ accounts: [] })
      report.leave()
      // The permission is the page's, and another client may still use it.
      if (isInUse(provider)) return
      await endPermission(wallet, pinned)
    },
  })
}
