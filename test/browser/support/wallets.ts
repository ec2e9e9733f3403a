import type { InjectedEvmWallet } from '../../counterparts/chromium-wallets.js'

/** The first accounts of anvil's well-known mnemonic, in EIP-55 spelling. */
export const ACCOUNTS = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const

/** An icon of one colour, by which tests recognise it. */
export const iconOf = (colour: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="${colour}"/></svg>`)}`

/** A wallet with this name, without a node: enough for connecting. */
export function walletCalled(name: string, more: Partial<InjectedEvmWallet> = {}): InjectedEvmWallet {
  return {
    name,
    rdns: `com.example.${name.toLowerCase()}`,
    icon: iconOf('teal'),
    accounts: [ACCOUNTS[0], ACCOUNTS[1]],
    rpcUrls: { 31337: 'http://127.0.0.1:1', 31338: 'http://127.0.0.1:1' },
    memory: 'local',
    ...more,
  }
}
