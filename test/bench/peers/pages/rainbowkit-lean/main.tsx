import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, connectorsForWallets, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { injectedWallet } from '@rainbow-me/rainbowkit/wallets'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

const config = createConfig({
  chains: [mainnet, base],
  transports: { [mainnet.id]: http(), [base.id]: http() },
  connectors: connectorsForWallets([{ groupName: 'Wallets', wallets: [injectedWallet] }], {
    appName: 'Bench',
    projectId: '00000000000000000000000000000000',
  }),
})
const queryClient = new QueryClient()
const n = Number(new URLSearchParams(location.search).get('n') ?? 1)
const host = document.createElement('div')
document.body.append(host)
createRoot(host).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <RainbowKitProvider>
        {Array.from({ length: n }, (_, i) => (
          <ConnectButton key={i} />
        ))}
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
