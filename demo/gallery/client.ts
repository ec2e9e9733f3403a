import type { NetworkConfig } from '../../src/chains/network-config.js'
import { resolveConfig } from '../../src/client/config.js'
import type { WalletState } from '../../src/client/state.js'
import type { ClientEvents, WalletClient } from '../../src/client/wallet-client.js'
import type { Balance } from '../../src/connectors/connector.js'

/** What the fake client answers besides its state. */
export interface ClientAnswers {
  /** Balances by token; an empty text is the chain's own currency. A missing balance cannot be read. */
  balances?: Readonly<Record<string, Balance>>
  /** The sent transactions, oldest first. */
  transactions?: readonly ClientEvents['transaction'][]
  /** The page's networks. */
  networks?: readonly NetworkConfig[]
}

const never = <T>(): Promise<T> => new Promise<T>(() => {})

/** Creates a client with a fixed state: what the visitor does in the gallery has no effect. */
export function createGalleryClient(
  state: WalletState,
  { balances = {}, networks, transactions = [] }: ClientAnswers,
): WalletClient {
  const config = resolveConfig({
    chains: state.chains,
    appName: state.appName,
    ...(networks && { networks }),
  })
  const stay = () => {}
  return {
    store: 'gallery',
    getState: () => state,
    subscribe: () => stay,
    on(event, listener) {
      // Call the listener later, as after a wallet's answer, because the state is ready then.
      const tell = listener as (detail: ClientEvents['transaction']) => void
      if (event === 'transaction') queueMicrotask(() => transactions.forEach(tell))
      return stay
    },
    configure: stay,
    getConfig: () => config,
    discover: stay,
    restore: async () => {},
    connect: never,
    open: stay,
    pick: stay,
    chooseApp: stay,
    goOn: stay,
    retry: stay,
    back: stay,
    dismiss: stay,
    abort: stay,
    disconnect: async () => {},
    activate: stay,
    setAuth: stay,
    holdWindow: () => null,
    findWindow: () => null,
    cancelRequests: stay,
    tell: stay,
    offerOnePrompt: stay,
    signMessage: never,
    signTypedData: never,
    execute: never,
    waitForTransaction: never,
    getCapabilities: never,
    switchChain: never,
    addChain: never,
    watchAsset: never,
    getBalance(token = '') {
      const balance = balances[token]
      return balance ? Promise.resolve(balance) : Promise.reject(new Error('Something went wrong'))
    },
    getStarknetAccount: never,
    getProvider: () => null,
    getConnectors: () => [],
    dispose: stay,
  }
}
