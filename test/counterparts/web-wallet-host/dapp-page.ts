import { createWalletClient } from '../../../src/client/create-wallet-client.js'
import { createWebWalletSource } from '../../../src/connectors/starknet/web-wallet/connector.js'

/** The result of one call. */
export interface Outcome {
  name: string
  value?: unknown
  code?: string
  message?: string
  /** The duration of the call, in ms. */
  ms: number
}

/** A page that uses the e-mail wallet, with one button per call, so that each begins with a real click. */
const options = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="dapp"]')?.content ?? '{}')
const outcomes: Outcome[] = []
const events: string[] = []

const toTypedData = (text: string) => ({
  types: {
    StarkNetDomain: [
      { name: 'name', type: 'felt' },
      { name: 'chainId', type: 'felt' },
      { name: 'version', type: 'felt' },
    ],
    Leaf: [{ name: 'amount', type: 'felt' }],
    Order: [
      { name: 'item', type: 'felt' },
      { name: 'tree', type: 'merkletree', contains: 'Leaf' },
    ],
  },
  primaryType: 'Order',
  domain: { name: 'Shop', chainId: 'SN_SEPOLIA', version: '1' },
  message: { item: text, tree: [{ amount: '1' }, { amount: '2' }] },
})

const RECEIVER = '0x1234'
const transfer = (amount: string, entrypoint = 'transfer') => ({
  contractAddress: options.token,
  entrypoint,
  calldata: [RECEIVER, amount, '0'],
})

function open(suffix: string) {
  const client = createWalletClient({ ...options.config, store: `store${suffix}` }, [createWebWalletSource()])
  for (const name of ['connected', 'changed', 'disconnected', 'error'] as const) {
    client.on(name, (detail) =>
      events.push(`${name}${suffix}${name === 'error' ? ` ${(detail as { code: string }).code}` : ''}`),
    )
  }
  return client
}
const clients = [open(''), open('2')]
const [first, second] = clients as [ReturnType<typeof open>, ReturnType<typeof open>]
type Wallet = Record<string, (...args: unknown[]) => Promise<unknown>>
const wallet = () => first.getProvider() as unknown as Wallet

/** The keys of calls by the wallet's own surface, for tests of a request that waits behind another. */
const calls: Record<string, () => Promise<unknown>> = {
  connect: () => first.connect({ walletId: 'argentWebWallet' }),
  connect2: () => second.connect({ walletId: 'argentWebWallet' }),
  connectMain: () => first.connect({ walletId: 'argentWebWallet', chainId: 'starknet:SN_MAIN' }),
  restore: () => first.restore(),
  sign: () => first.signTypedData(toTypedData('tea')),
  signMessage: () => first.signMessage('Hello'),
  signBoth: () =>
    Promise.all([first.signTypedData(toTypedData('one')), first.signTypedData(toTypedData('two'))]),
  execute: () => first.execute(transfer('0x5')),
  executeBad: () => first.execute({ ...transfer('0x5'), calldata: ['x'.repeat(32)] }),
  signBad: () => first.signTypedData({ ...toTypedData('tea'), primaryType: 'Missing' }),
  executeSession: () =>
    first.execute([{ ...transfer('0x1', 'use_offchain_session'), calldata: [] }, transfer('0x2')]),
  executeAbis: () =>
    (wallet().account as unknown as Wallet).execute?.(transfer('0x3'), [[{ type: 'function' }]], {
      maxFee: 10n ** 15n,
    }) as Promise<unknown>,
  deployment: () => wallet().request?.({ type: 'wallet_deploymentData' }) as Promise<unknown>,
  receipt: () =>
    first.waitForTransaction((outcomes.at(-1)?.value as { transactionHash: string }).transactionHash),
  disconnect: () => first.disconnect(),
  switch: () => first.switchChain({ chainId: 'starknet:SN_MAIN' }),
  add: () =>
    first.addChain({
      chainId: 'starknet:SN_SEPOLIA',
      chainName: 'Sepolia',
      rpcUrls: ['https://node.example'],
    }),
  addBad: () => first.addChain({ chainId: 'starknet:SN_SEPOLIA', chainName: '', rpcUrls: [] }),
  watch: () => first.watchAsset({ type: 'ERC20', options: { address: '0x123' } }),
  watchBad: () => first.watchAsset({ type: 'ERC721' as 'ERC20', options: { address: '0x123' } }),
  unknown: () => wallet().request?.({ type: 'wallet_mintMoney' }) as Promise<unknown>,
  enableV4: () => wallet().enable?.({ starknetVersion: 'v4' }) as Promise<unknown>,
  enableV5: () => wallet().enable?.({ starknetVersion: 'v5' }) as Promise<unknown>,
  enableV6: () => wallet().enable?.({ starknetVersion: 'v6' }) as Promise<unknown>,
  enableNone: () => wallet().enable?.() as Promise<unknown>,
  subscribe: async () => typeof wallet().subscribe?.('updateModal', () => {}),
  onStrange: async () => wallet().on?.('strange', () => {}),
}

for (const [name, run] of Object.entries(calls)) {
  const button = document.createElement('button')
  button.textContent = name
  button.onclick = () => {
    const start = performance.now()
    const done = (rest: object) => outcomes.push({ name, ...rest, ms: performance.now() - start })
    try {
      run().then(
        (value) =>
          done({
            value: JSON.parse(
              JSON.stringify(value ?? null, (key, one) => (key === 'provider' ? undefined : one)),
            ),
          }),
        (error) => done({ code: error.code, message: error.message }),
      )
    } catch (error) {
      done({ code: 'thrown', message: String(error) })
    }
  }
  document.body.append(button)
}

const dapp = { clients, outcomes, events }
export type Dapp = typeof dapp
Object.assign(window, { dapp })
