import { useMemo, useSyncExternalStore } from 'react'
import type { WalletState } from '../client/state.js'
import { BUTTON_TAG } from '../constants.js'
import type { WalletConnectButton as ButtonElement } from '../element/button-api.js'

/** What {@link useWallet} gives: the state in short, and the element's methods. */
export interface Wallet
  extends Pick<WalletState, 'status' | 'connections'>,
    Pick<
      ButtonElement,
      | 'account'
      | 'chainId'
      | 'wallet'
      | 'provider'
      | 'open'
      | 'close'
      | 'connect'
      | 'disconnect'
      | 'signMessage'
      | 'signTypedData'
      | 'execute'
      | 'waitForTransaction'
      | 'switchChain'
      | 'addChain'
      | 'watchAsset'
      | 'getBalance'
    > {}

const EVENTS = ['connecting', 'connected', 'changed', 'disconnected', 'error', 'modal_opened', 'modal_closed']

const METHODS = [
  'open',
  'close',
  'connect',
  'disconnect',
  'signMessage',
  'signTypedData',
  'execute',
  'waitForTransaction',
  'switchChain',
  'addChain',
  'watchAsset',
  'getBalance',
] as const

const stores = new Map<string, ButtonElement>()

/** An element that stands for a store wherever it is needed; it is never in the document. */
function getAgent(store: string): ButtonElement {
  const known = stores.get(store)
  if (known) return known
  const agent = document.createElement(BUTTON_TAG) as ButtonElement
  agent.store = store
  stores.set(store, agent)
  return agent
}

/** The button that is on the page, so that its configuration counts, else the agent. */
const findElement = (store: string): ButtonElement =>
  [...document.querySelectorAll<ButtonElement>(BUTTON_TAG)].find((element) => element.store === store) ??
  getAgent(store)

function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) document.addEventListener(`wallet_${event}`, listener)
  return () => {
    for (const event of EVENTS) document.removeEventListener(`wallet_${event}`, listener)
  }
}

const SERVER = { status: 'idle', connections: [] } as unknown as WalletState

/**
 * The session of a store, wherever in the React tree; the component renders anew when it changes.
 *
 * @param store name of the store; the one buttons use where they name none
 */
export function useWallet(store = 'default'): Wallet {
  const state = useSyncExternalStore(
    subscribe,
    () => findElement(store).state,
    () => SERVER,
  )
  const methods = useMemo(
    () =>
      Object.fromEntries(
        METHODS.map((name) => [
          name,
          (...args: unknown[]) => (findElement(store)[name] as (...args: unknown[]) => unknown)(...args),
        ]),
      ) as Pick<Wallet, (typeof METHODS)[number]>,
    [store],
  )
  return {
    ...methods,
    status: state.status,
    connections: state.connections,
    account: state.account ?? null,
    chainId: state.chainId ?? null,
    wallet: state.wallet ?? null,
    provider: state.wallet?.provider ?? null,
  }
}
