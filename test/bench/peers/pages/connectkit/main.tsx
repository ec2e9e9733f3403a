import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConnectKitButton, ConnectKitProvider, getDefaultConfig } from 'connectkit'
import { createRoot } from 'react-dom/client'
import { createConfig, WagmiProvider } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

const config = createConfig(
  getDefaultConfig({
    appName: 'Bench',
    walletConnectProjectId: '00000000000000000000000000000000',
    chains: [mainnet, base],
  }),
)
const queryClient = new QueryClient()
const n = Number(new URLSearchParams(location.search).get('n') ?? 1)
const host = document.createElement('div')
document.body.append(host)
createRoot(host).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <ConnectKitProvider>
        {Array.from({ length: n }, (_, i) => (
          <ConnectKitButton key={i} />
        ))}
      </ConnectKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
