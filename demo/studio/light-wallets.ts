import { drawIcon } from '../gallery/data.js'

/** How long these wallets think, in ms: a visitor sees the view that waits. */
const THINKS = 1_600
const ACCOUNT = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const STARKNET_ACCOUNT = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691'

type Answers = Readonly<Record<string, unknown>>

/** A wallet that answers from a table, and takes a moment for what a visitor would approve. */
function createRequest(asks: string, answers: Answers) {
  return async ({ method, type = method }: { method?: string; type?: string }) => {
    const name = String(type)
    if (name === asks) await new Promise((resolve) => setTimeout(resolve, THINKS))
    if (Object.hasOwn(answers, name)) return answers[name]
    throw Object.assign(new Error('This demo wallet only connects.'), { code: 4200 })
  }
}

function announceEvm(place: number, name: string): void {
  const provider = {
    request: createRequest('eth_requestAccounts', {
      eth_requestAccounts: [ACCOUNT],
      eth_accounts: [],
      eth_chainId: '0x1',
      net_version: '1',
      eth_getBalance: '0x14d1120d7b160000',
      eth_blockNumber: '0x1',
      eth_getCode: '0x',
      wallet_getPermissions: [],
      wallet_revokePermissions: null,
    }),
    on: () => provider,
    removeListener: () => provider,
  }
  const rdns = `com.example.${name.toLowerCase()}`
  const info = { uuid: crypto.randomUUID(), name, icon: drawIcon(place).light, rdns }
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

function installStarknet(place: number, name: string): void {
  const id = name.toLowerCase()
  const wallet = {
    id,
    name,
    version: '1.0.0',
    icon: drawIcon(place).light,
    request: createRequest('wallet_requestAccounts', {
      wallet_requestAccounts: [STARKNET_ACCOUNT],
      wallet_requestChainId: '0x534e5f4d41494e',
      wallet_getPermissions: [],
      wallet_supportedSpecs: ['0.7', '0.8'],
      wallet_supportedWalletApi: ['0.7', '0.8'],
    }),
    on: () => undefined,
    off: () => undefined,
  }
  Object.assign(window, { [`starknet_${id}`]: wallet })
}

/** Adds three EVM wallets and a Starknet wallet to the page. They answer from a table: no chain, no key, no code to load. */
export function announceLightWallets(): void {
  announceEvm(0, 'Amber')
  announceEvm(1, 'Harbour')
  announceEvm(5, 'Kestrel')
  installStarknet(2, 'Meadow')
}
