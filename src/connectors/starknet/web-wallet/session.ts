import { toStarknetNetwork } from '../../../chains/starknet-networks.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { setTimer } from '../../../platform/natives.js'
import type { ChainId } from '../../../protocol/caip2.js'
import type { ConnectorConfig } from '../../config.js'
import { allChains } from '../../config.js'
import type { WalletSession } from '../../connector.js'
import { ROWS } from '../../service-rows.js'
import { Feed } from '../feed.js'
import { openStarknetSession } from '../session.js'
import { createWebDialect } from './dialect.js'
import type { Login } from './login.js'
import type { Surface } from './surface.js'
import { createWebWalletObject } from './wallet.js'

/** What {@link openWebSession} needs. */
export interface WebSessionInput {
  surface: Surface
  login: Login
  chainId: ChainId
  config: ConnectorConfig
}

/**
 * Opens the Starknet session of a login. It ends with {@link WalletSession.disconnect}, or when a request learns that
 * the visitor has logged out. The wallet has no procedure to log out from the page.
 */
export function openWebSession({ surface, login, chainId, config }: WebSessionInput): WalletSession {
  const ended = new AbortController()
  const { signal } = ended
  // End the session after the request was rejected, so that the page sees the request's own error.
  const dialect = createWebDialect(surface, login, chainId, () => setTimer(() => feed.end(), 0))
  const wallet = createWebWalletObject({
    icon: ROWS.argentWebWallet.icon,
    account: login.accounts[0] as string,
    chainId,
    dialect: () => dialect,
    requests: () => session as Required<WalletSession>,
    focus: surface.focus,
    subscribe: surface.subscribe,
    signal,
  })
  const named = allChains(config)
  if (!named.includes(chainId)) toStarknetNetwork(chainId)
  const feed = new Feed(wallet, named, () => {})
  feed.open({ accounts: login.accounts, chainId })
  // The wallet's pages report no events while they are closed.
  feed.liveUpdates = false
  feed.signal.addEventListener('abort', () => {
    surface.end(new WalletError('session_ended'))
    ended.abort()
  })

  const session: WalletSession = openStarknetSession({
    wallet,
    dialect,
    feed,
    config,
    focus: surface.focus,
    isPresent: () => true,
    disconnect: async () => {},
  })
  return Object.assign(session, {
    hold: surface.hold,
    async switchChain(target: ChainId) {
      if (target !== chainId) throw new WalletError('not_implemented')
    },
  })
}
