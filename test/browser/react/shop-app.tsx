import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { WalletConnectButton as ButtonElement } from 'wallet-connect-button'
import {
  useWallet,
  type Wallet,
  WalletConnectButton,
  type WalletConnectButtonProps,
} from 'wallet-connect-button/react'

/** The configuration of a test's page, written into its address as JSON. */
export interface ShopApp {
  /** Networks, adapter, connectors and storage: created once, or in each render. */
  options?: 'constant' | 'inline' | 'adapter'
  /** The button is missing at first. */
  hidden?: boolean
  props?: WalletConnectButtonProps
}

declare global {
  interface Window {
    /** What the hook returned last. */
    wallet: Wallet
    /** How often the component with hook and button was called. */
    renders: number
    nonces: number
    /** The hook's results, one entry for each render that changed them. */
    seen: Record<string, unknown>[]
    setProps(props: WalletConnectButtonProps): void
    setShown(shown: boolean): void
    ref: ButtonElement | null
    told: string[]
  }
}

/** The page's own wallet, which is listed and never chosen. */
const createOwnWallet = () => ({
  id: 'com.example.own',
  key: 'own',
  namespace: 'eip155' as const,
  name: 'Own wallet',
  icon: { light: '', dark: '' },
  downloads: {},
  supportedChains: ['EVM', 'ETH'],
  canConnectViaQrCode: false,
  canConnectViaCustodialService: false,
  availability: 'ready' as const,
  connect: () => Promise.reject(new Error('Nobody chooses it')),
  restore: async () => null,
})

const createAdapter = () => ({
  async getNonce() {
    window.nonces++
    return 'nonceOfTheKitchen42'
  },
  verify: async () => true,
  signOut: async () => {},
})

const createOptions = () => ({
  networks: [
    { chainId: 31337, name: 'Kitchen' },
    { chainId: 31338n as never, name: 'Cellar', rpcUrls: [] },
  ],
  connectors: [createOwnWallet()],
  signInAdapter: createAdapter(),
  storage: {
    getItem: (key: string) => sessionStorage.getItem(key),
    setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
    removeItem: (key: string) => sessionStorage.removeItem(key),
  },
})
const CONSTANT = createOptions()

const { options, hidden, props }: ShopApp = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '{}')

window.renders = window.nonces = 0
window.seen = []
window.told = []

function Shop() {
  window.renders++
  const wallet = useWallet()
  if (window.wallet !== wallet) {
    const { status, account, chainId, namespace, connections, auth } = wallet
    window.seen.push({
      status,
      account,
      chainId,
      namespace,
      pending: connections[0]?.pending,
      auth: auth.status,
    })
  }
  window.wallet = wallet
  const [given, setProps] = useState(props ?? {})
  const [shown, setShown] = useState(!hidden)
  Object.assign(window, { setProps, setShown })
  const structured =
    options === 'constant'
      ? CONSTANT
      : options === 'inline'
        ? createOptions()
        : options === 'adapter'
          ? { signInAdapter: createAdapter() }
          : {}
  return (
    <main>
      <p id="account">{wallet.account ?? 'nobody'}</p>
      {shown && (
        <WalletConnectButton
          id="one"
          appName="Shop"
          chains={['eip155:31337', 'eip155:31338', 'starknet:SN_MAIN']}
          mode="alwaysAsk"
          {...structured}
          {...given}
          ref={(element) => {
            window.ref = element
          }}
          onWalletConnected={({ detail }) => window.told.push(`connected ${detail.account}`)}
          onWalletDisconnected={({ detail }) => window.told.push(`disconnected ${detail.reason}`)}
        >
          <span id="fallback">Wallet</span>
        </WalletConnectButton>
      )}
    </main>
  )
}

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
)
