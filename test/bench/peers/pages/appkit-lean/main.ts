import { createAppKit } from '@reown/appkit'
import { base, mainnet } from '@reown/appkit/networks'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'

const projectId = '00000000000000000000000000000000'
const networks: [typeof mainnet, typeof base] = [mainnet, base]
createAppKit({
  adapters: [new WagmiAdapter({ networks, projectId })],
  networks,
  projectId,
  metadata: { name: 'Bench', description: 'Bench', url: location.origin, icons: [] },
  features: {
    analytics: false,
    email: false,
    socials: false,
    swaps: false,
    onramp: false,
    send: false,
    history: false,
  },
})
const n = Number(new URLSearchParams(location.search).get('n') ?? 1)
for (let i = 0; i < n; i++) document.body.append(document.createElement('appkit-button'))
