import type { ChainId } from '../../../chains/caip2.js'
import { toStarknetNetwork } from '../../../chains/starknet-networks.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { setTimer } from '../../../platform/natives.js'
import type { ConnectorConfig } from '../../config.js'
import { allChains } from '../../config.js'
import type { WalletSession } from '../../connector.js'
import { createFeed } from '../feed.js'
import { openStarknetSession } from '../session.js'
import { createWebDialect } from './dialect.js'
import { ICON } from './icon.js'
import type { Login } from './login.js'
import type { Surface } from './surface.js'
import { createWebWalletObject } from './wallet.js'

/** What a session is opened on. */
export interface WebSessionInput {
  surface: Surface
  login: Login
  chainId: ChainId
  config: ConnectorConfig
}

/**
 * Opens the Starknet session of a login. It ends with {@link WalletSession.disconnect}, or when a request learns that the
 * visitor has logged out; there is no procedure to log out from here.
 */
export function openWebSession({ surface, login, chainId, config }: WebSessionInput): WalletSession {
  const ended = new AbortController()
  const { signal } = ended
  const end = () => {
    surface.end(new WalletError('session_ended'))
    ended.abort()
  }
  // After the request has been rejected, so that its own error is the one that is seen.
  const dialect = createWebDialect(surface, login, chainId, () => setTimer(feed.end, 0))
  const wallet = createWebWalletObject({
    icon: ICON,
    account: login.accounts[0] as string,
    chainId,
    dialect: () => dialect,
    requests: () => session as Required<WalletSession>,
    subscribe: surface.subscribe,
    signal,
  })
  const named = allChains(config)
  if (!named.includes(chainId)) toStarknetNetwork(chainId)
  const feed = createFeed(wallet, named, () => {})
  Object.assign(feed.known, { accounts: login.accounts, chainId })
  // The wallet's pages report nothing that happens while they are closed.
  Object.defineProperty(feed, 'liveUpdates', { value: false })

  const session: WalletSession = openStarknetSession({
    wallet,
    dialect,
    feed,
    config,
    isPresent: () => true,
    letGo: async () => end(),
  })
  const watch = session.watch
  return Object.assign(session, {
    focus: surface.focus,
    hold: surface.hold,
    watch(onChange: Parameters<typeof watch>[0]) {
      const stop = watch(onChange)
      return () => {
        stop()
        end()
      }
    },
    async switchChain(target: ChainId) {
      if (target !== chainId) throw new WalletError('not_implemented')
    },
  })
}
