import { readErrorCode, toWalletError } from '../../../errors/normalise.js'
import { UNAUTHORIZED } from '../../../errors/rpc-codes.js'
import { UserRejectedRequestError, WalletError } from '../../../errors/wallet-error.js'
import type { ConnectorConfig } from '../../config.js'
import type { Connector, ConnectRequest, WalletSession } from '../../connector.js'
import { readAccounts } from '../accounts.js'
import type { Eip1193Provider } from '../announcement.js'
import { ask } from '../provider.js'
import { REQUEST_CODE } from '../requests.js'
import { completeProvider } from '../wallet-provider.js'
import { type CoinbaseInput, Link } from './link.js'
import { openCoinbaseSession } from './session.js'
import { readStoredSession, type StoredSession } from './vault.js'

type Restore = Parameters<Connector['restore']>[0]

/** Opens a session on the wallet's own provider. */
async function openInjected(provider: Eip1193Provider, method: string, config: ConnectorConfig) {
  const accounts = readAccounts(await ask(provider, method))
  if (!accounts) throw new WalletError('connect_failed')
  if (accounts.length === 0) return null
  return openCoinbaseSession({
    inner: provider,
    outer: completeProvider(provider),
    accounts,
    config,
    locks: true,
    end: async () => {},
  })
}

/**
 * Lets the visitor choose and connect a wallet on the wallet's page.
 *
 * @throws WalletError `popup_closed`, `popup_load_timeout`, `popup_isolated`, `popup_blocked`, `user_rejected`,
 * `wallet_malformed`, `connect_failed`, and what switching to the requested chain may throw
 */
export async function connectCoinbase(input: CoinbaseInput, request: ConnectRequest): Promise<WalletSession> {
  const { signal, config, chainId } = request
  REQUEST_CODE.fetchAhead()
  const link = input.provider ? null : new Link(input, config, null)
  const stop = () => link?.end()
  const check = () => {
    if (signal.aborted) throw new WalletError('session_ended')
  }
  signal.addEventListener('abort', stop)
  try {
    check()
    request.onAwaiting()
    const session = input.provider
      ? await openInjected(input.provider, 'eth_requestAccounts', config)
      : await openLinked(link as Link, config, await (link as Link).connect())
    // The visitor was asked and has shared no account.
    if (!session) throw new UserRejectedRequestError([])
    check()
    if (chainId && chainId !== session.chainId) await session.switchChain?.(chainId, config)
    check()
    return session
  } catch (error) {
    stop()
    await link?.forget()
    throw toWalletError(error, 'connect_failed')
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The SDK's signer rejects with 4100 when the wallet has named no accounts. */
const noAccounts = (error: unknown): [] => {
  if (readErrorCode(error) === UNAUTHORIZED) return []
  throw error
}

async function openLinked(link: Link, config: ConnectorConfig, kind: StoredSession['kind']) {
  const { inner, outer, carry } = link.provider
  const accounts = readAccounts(await inner.request({ method: 'eth_accounts' }).catch(noAccounts))
  if (!accounts) throw new WalletError('connect_failed')
  if (accounts.length === 0) return null
  const session = await openCoinbaseSession({
    inner,
    outer,
    accounts,
    config,
    focus: () => link.focus(),
    carry,
    end: async (forget) => {
      link.end()
      if (forget) await link.forget()
    },
  })
  await link.keep(kind)
  return session
}

/** Restores an earlier session without a window. The wallet is first asked when the page makes a request. */
export async function restoreCoinbase(
  input: CoinbaseInput,
  { config, signal }: Restore,
): Promise<WalletSession | null> {
  REQUEST_CODE.fetchAhead()
  if (input.provider) {
    const session = await openInjected(input.provider, 'eth_accounts', config).catch(() => null)
    // The wallet exists, but it is locked or has not started yet.
    if (!session) throw new WalletError('wallet_locked')
    return session
  }
  const stored = await readStoredSession(config.store)
  if (!stored || signal.aborted) return null
  const link = new Link(input, config, stored)
  try {
    await link.resume(stored)
    const session = await openLinked(link, config, stored.kind)
    if (session && !signal.aborted) return session
  } catch {
    // A session that cannot be restored is released below. It is no error, because the visitor has not asked for
    // anything.
  }
  link.end()
  return null
}
