import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

const config = getDefaultConfig({
  appName: 'Bench',
  projectId: '00000000000000000000000000000000',
  chains: [mainnet, base],
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
