/** The account that every wallet of a returning visitor shares. */
export const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const STARKNET_ACCOUNT = `0x${'0123456789abcdef'.repeat(4).slice(1)}`

/** What an EVM wallet answers to a page that it has allowed. */
const ANSWERS: Record<string, unknown> = { eth_accounts: [ACCOUNT], eth_chainId: '0x1' }
const STARKNET_ANSWERS: Record<string, unknown> = {
  wallet_requestAccounts: [STARKNET_ACCOUNT],
  wallet_requestChainId: '0x534e5f4d41494e',
  wallet_getPermissions: ['accounts'],
}

/** Has an EVM and a Starknet wallet on the page, both of which have allowed it. */
export function installAllowed(): void {
  const info = {
    uuid: '00000000-0000-4000-8000-000000000001',
    name: 'Alpha Wallet',
    icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
    rdns: 'example.alpha.wallet',
  }
  const provider = {
    request: async ({ method }: { method: string }) => ANSWERS[method] ?? null,
    on() {},
    removeListener() {},
  }
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
  const starknet = {
    id: 'braavos',
    name: 'Braavos',
    version: '3.0.0',
    icon: info.icon,
    isConnected: false,
    request: async ({ type }: { type: string }) => STARKNET_ANSWERS[type],
    enable: async () => [STARKNET_ACCOUNT],
    isPreauthorized: async () => true,
    on() {},
    off() {},
  }
  Object.defineProperty(window, 'starknet_braavos', { value: starknet })
}
