import { type ChainId, readEvmChainId } from '../../../chains/caip2.js'
import type { NetworkConfig } from '../../../chains/network-config.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { within } from '../../../platform/time.js'
import type { WalletSession } from '../../connector.js'
import { readAccounts } from '../accounts.js'
import type { Eip1193Provider } from '../announcement.js'
import { ask, type HeldProvider } from '../provider.js'
import { createEvmRequests } from '../requests.js'
import type { Feed } from './feed.js'

/** How long `wallet_revokePermissions` may take, in ms; a wallet that lacks it may never answer (MIP-2). */
const REVOKE_TIMEOUT = 100

/**
 * Opens a session on a wallet whose accounts are in the feed.
 *
 * @throws WalletError `wallet_malformed`, `session_ended` when the wallet shows no account any more
 */
export async function openInjectedSession(
  provider: Eip1193Provider,
  held: HeldProvider,
  feed: Feed,
  networks: readonly NetworkConfig[],
): Promise<WalletSession> {
  const { known } = feed
  // Forget the chain of older events: the answer of the read is newer, and only an event during the read is newer
  // still.
  known.chainId = null
  const read = readEvmChainId(await ask(held, 'eth_chainId'))
  known.chainId ??= read
  if (!known.chainId) throw new WalletError('wallet_malformed')
  if (!known.accounts?.length) throw new WalletError('session_ended')
  const account = () => known.accounts?.[0] ?? ''
  const requests = createEvmRequests({
    provider: held,
    networks,
    account,
    chainId: () => known.chainId as ChainId,
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
    provider,
    liveUpdates: feed.liveUpdates,
    ...requests,
    watch(onChange) {
      feed.setListener(onChange)
      return feed.stop
    },
    async refresh() {
      const { heard } = feed
      // A wallet that cannot answer now has not disconnected this page: `refresh` rejects, and nothing changes.
      const accounts = readAccounts(await ask(held, 'eth_accounts'))
      const chainId = readEvmChainId(await ask(held, 'eth_chainId'))
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
      // A wallet without this method may never answer (MIP-2).
      const revoked = ask(held, 'wallet_revokePermissions', [{ eth_accounts: {} }]).catch(() => null)
      await within(revoked, REVOKE_TIMEOUT, () => null)
    },
  }
}
