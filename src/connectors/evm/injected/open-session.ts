import { WalletError } from '../../../errors/wallet-error.js'
import { NativePromise } from '../../../platform/natives.js'
import { within } from '../../../platform/time.js'
import { type ChainId, readEvmChainId } from '../../../protocol/caip2.js'
import type { ConnectorConfig } from '../../config.js'
import type { WalletSession } from '../../connector.js'
import { isHeld } from '../../held-wallets.js'
import { readAccounts } from '../accounts.js'
import type { Eip1193Provider } from '../announcement.js'
import { ask, type HeldProvider } from '../provider.js'
import { createEvmRequests } from '../requests.js'
import { completeProvider } from '../wallet-provider.js'
import type { Feed } from './feed.js'

/** How long `wallet_revokePermissions` may take, in ms; a wallet that lacks it may never answer (MIP-2). */
const REVOKE_TIMEOUT = 100

/**
 * Asks the wallet for its chain. Resolves to null when the wallet refuses or answers nonsense; never rejects.
 *
 * The chain of older events is forgotten: the answer is newer, and only an event during the read is newer still.
 */
export function askChain(held: HeldProvider, { known }: Feed): Promise<ChainId | null> {
  known.chainId = null
  return ask(held, 'eth_chainId').then(readEvmChainId, () => null)
}

/**
 * Opens a session on a wallet whose accounts are in the feed.
 *
 * @param chain the question for the chain, if it was asked together with the question for the accounts
 * @throws WalletError `wallet_malformed`, `session_ended` when the wallet shows no account any more
 */
export async function openInjectedSession(
  provider: Eip1193Provider,
  held: HeldProvider,
  feed: Feed,
  config: Pick<ConnectorConfig, 'networks'>,
  chain = askChain(held, feed),
): Promise<WalletSession> {
  const { known } = feed
  let read = await chain
  // A wallet that starts may show its accounts before it can name its chain.
  if (!read && !known.chainId) read = readEvmChainId(await ask(held, 'eth_chainId'))
  known.chainId ??= read
  if (!known.chainId) throw new WalletError('wallet_malformed')
  if (!known.accounts?.length) throw new WalletError('session_ended')
  const account = () => known.accounts?.[0] ?? ''
  const requests = createEvmRequests({
    provider: held,
    getNetworks: () => config.networks,
    account,
    chainId: () => known.chainId as ChainId,
    signal: feed.signal,
    onSwitched(chainId) {
      known.chainId = chainId
      feed.changed()
    },
  })
  return {
    get account() {
      return account()
    },
    get accounts() {
      return known.accounts ?? []
    },
    get chainId() {
      return known.chainId as ChainId
    },
    provider: completeProvider(provider),
    liveUpdates: feed.liveUpdates,
    takesMore: true,
    ...requests,
    watch(onChange) {
      feed.setListener(onChange)
      return feed.stop
    },
    async refresh() {
      const { heard } = feed
      // A wallet that cannot answer now has not disconnected this page: `refresh` rejects, and nothing changes.
      const [shown, answer] = await NativePromise.all([ask(held, 'eth_accounts'), ask(held, 'eth_chainId')])
      const accounts = readAccounts(shown)
      const chainId = readEvmChainId(answer)
      if (!accounts || !chainId) throw new WalletError('wallet_malformed')
      // An event that came meanwhile is newer than the read.
      if (feed.heard === heard) Object.assign(known, { accounts, chainId })
      return account()
        ? { account: account(), accounts: known.accounts ?? [], chainId: known.chainId ?? chainId }
        : 'locked'
    },
    async disconnect() {
      feed.stop()
      known.accounts = []
      // The permission is the page's, and another client may still use it.
      if (isHeld(provider)) return
      // A wallet without this method may never answer (MIP-2).
      const revoked = ask(held, 'wallet_revokePermissions', [{ eth_accounts: {} }]).catch(() => null)
      await within(revoked, REVOKE_TIMEOUT, () => null)
    },
  }
}
