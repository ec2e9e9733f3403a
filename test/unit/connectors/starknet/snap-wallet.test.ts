// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { WalletClient } from '../../../../src/client/wallet-client.js'
import { createMemoryStorage } from '../../../../src/platform/storage.js'
import { keepAnnouncing } from '../../../../src/testing/evm/announce.js'
import { createMetaMaskWithSnap } from '../../../counterparts/metamask-snap.js'

const SEPOLIA = '0x534e5f5345504f4c4941'
const MAIN = '0x534e5f4d41494e'
const ACCOUNTS = { [SEPOLIA]: '0x1234', [MAIN]: '0x5678' }
const CALL = { contractAddress: '0x5', entrypoint: 'move', calldata: ['0x7'] }
const DATA = {
  types: {
    StarknetDomain: [
      { name: 'name', type: 'shortstring' },
      { name: 'version', type: 'shortstring' },
      { name: 'chainId', type: 'shortstring' },
      { name: 'revision', type: 'shortstring' },
    ],
    Move: [{ name: 'to', type: 'felt' }],
  },
  primaryType: 'Move',
  domain: { name: 'Game', version: '1', chainId: 'SN_SEPOLIA', revision: '1' },
  message: { to: '0x1' },
}

const clients: WalletClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.dispose()
  for (const stop of stops.splice(0)) stop()
  Reflect.deleteProperty(globalThis, 'starknet_metamask')
  vi.unstubAllGlobals()
})

const agent = (name = 'X11; Linux x86_64') =>
  vi.stubGlobal('navigator', {
    userAgent: `Mozilla/5.0 (${name}) Chrome/140.0 Safari/537.36`,
    maxTouchPoints: 0,
  })

/** A page after its load: with nothing in memory, but with what an earlier page has stored. */
async function openPage({
  chains = 'starknet:SN_SEPOLIA',
  wallets = '',
  storage = createMemoryStorage(),
} = {}) {
  vi.resetModules()
  const { createWalletClient } = await import('../../../../src/client/create-wallet-client.js')
  const { createStarknetSource } = await import('../../../../src/connectors/starknet/injected/discovery.js')
  const client = createWalletClient({ chains, wallets, storage }, [createStarknetSource()])
  clients.push(client)
  return { client, storage }
}
const stops: (() => void)[] = []
const announce = (provider: object, uuid = 'one') => {
  const info = { uuid, name: 'MetaMask', icon: 'data:image/png;base64,AA==', rdns: 'io.metamask' }
  stops.push(keepAnnouncing({ info, provider }))
}
const rowOf = (client: WalletClient) => {
  client.discover()
  return client.getConnectors().find(({ id, aliases }) => [id, ...(aliases ?? [])].includes('metamask'))
}
const codeOf = (asking: Promise<unknown>) =>
  asking.then(
    () => 'done',
    ({ code }) => code,
  )

it('is in the list when it has announced itself and the page has a Starknet chain; nothing is asked for that (SW06)', async () => {
  agent()
  const metamask = createMetaMaskWithSnap(ACCOUNTS)
  const request = vi.spyOn(metamask.provider as { request(): unknown }, 'request')
  const { client } = await openPage()
  expect(rowOf(client)).toBe(undefined)
  announce(metamask.provider)
  expect(rowOf(client)).toMatchObject({
    name: 'MetaMask (Starknet)',
    key: 'metamasksnap-starknet',
    availability: 'ready',
    namespace: 'starknet',
  })
  const evm = await openPage({ chains: 'eip155:1' })
  announce(metamask.provider)
  expect(rowOf(evm.client)).toBe(undefined)
  expect(request).not.toHaveBeenCalled()
})

it.each(['iPhone; CPU iPhone OS 18_0 like Mac OS X', 'Linux; Android 15; Mobile'])(
  'is not in the list of MetaMask’s browser on a phone, which has no snaps: %s (SW06)',
  async (name) => {
    agent(name)
    const { client } = await openPage()
    announce(createMetaMaskWithSnap(ACCOUNTS).provider)
    expect(rowOf(client)).toBe(undefined)
  },
)

it.each([false, true])(
  'connects with one window, signs, executes, switches, is restored without a window (SW09; an old snap: %s)',
  async (isOld) => {
    agent()
    const metamask = createMetaMaskWithSnap(ACCOUNTS, isOld)
    const chains = 'starknet:SN_SEPOLIA starknet:SN_MAIN'
    const { client, storage } = await openPage({ chains, wallets: 'metamask' })
    announce(metamask.provider)
    rowOf(client)
    await client.connect({ walletId: 'metamask' })
    expect(metamask.windows).toEqual(['connect'])
    expect(client.getState()).toMatchObject({ status: 'connected', chainId: 'starknet:SN_SEPOLIA' })
    expect(BigInt(client.getState().account ?? 0)).toBe(0x1234n)

    expect(await client.signTypedData(DATA)).toEqual(['0x1', '0x2'])
    expect(metamask.asked.starkNet_signMessage).toMatchObject([
      { enableAuthorize: true, typedDataMessage: DATA },
    ])
    expect(await client.execute([CALL])).toEqual({ transactionHash: '0xabc' })
    expect(metamask.asked.starkNet_executeTxn).toMatchObject([
      { address: '0x1234', chainId: SEPOLIA, calls: [CALL] },
    ])
    await client.switchChain({ chainId: 'starknet:SN_MAIN' })
    expect(client.getState().chainId).toBe('starknet:SN_MAIN')
    expect(BigInt(client.getState().account ?? 0)).toBe(0x5678n)
    const asset = {
      type: 'ERC20',
      options: { address: '0x5', symbol: 'T', decimals: 6, name: 'Token' },
    } as const
    await client.watchAsset(asset)
    expect(metamask.asked.starkNet_addErc20Token).toMatchObject([
      { chainId: MAIN, tokenSymbol: 'T', tokenDecimals: 6 },
    ])
    expect(metamask.windows).toEqual(['connect', 'sign', 'execute', 'switch', 'asset'])

    client.dispose()
    const next = await openPage({ chains, storage })
    announce(metamask.provider)
    rowOf(next.client)
    await next.client.restore()
    expect(next.client.getState().status).toBe('connected')
    expect(metamask.windows).toHaveLength(5)
  },
)

it('is not restored where the visitor has taken the snap away, and keeps its record while MetaMask is locked: no window (SW09)', async () => {
  agent()
  const metamask = createMetaMaskWithSnap(ACCOUNTS)
  const first = await openPage()
  announce(metamask.provider)
  rowOf(first.client)
  await first.client.connect({ walletId: 'metamask' })
  first.client.dispose()
  const restore = async () => {
    const { client } = await openPage({ storage: first.storage })
    announce(metamask.provider)
    rowOf(client)
    await client.restore()
    const { status } = client.getState()
    client.dispose()
    return status
  }
  metamask.isLocked = true
  expect(await restore()).toBe('idle')
  metamask.isLocked = false
  expect(await restore()).toBe('connected')
  metamask.isInstalled = false
  expect(await restore()).toBe('idle')
  expect(metamask.windows).toEqual(['connect'])
})

it('is not asked for a transaction once the visitor has chosen another network in MetaMask’s window, and is switched back (M9)', async () => {
  agent()
  // An account has the same address on each network.
  const metamask = createMetaMaskWithSnap({ [SEPOLIA]: '0x1234', [MAIN]: '0x1234' })
  const { client } = await openPage({ chains: 'starknet:SN_SEPOLIA starknet:SN_MAIN' })
  announce(metamask.provider)
  rowOf(client)
  await client.connect({ walletId: 'metamask' })
  metamask.chainId = MAIN
  await client.switchChain({ chainId: 'starknet:SN_SEPOLIA' })
  expect(metamask.chainId).toBe(SEPOLIA)
  metamask.chainId = MAIN
  expect(await codeOf(client.execute([CALL]))).toBe('chain_mismatch')
  expect(metamask.asked.starkNet_executeTxn).toBe(undefined)
  await vi.waitFor(() => expect(client.getState().chainId).toBe('starknet:SN_MAIN'))
  metamask.isLocked = true
  await client.switchChain({ chainId: 'starknet:SN_MAIN' })
  expect(metamask.windows).toEqual(['connect', 'switch'])
})

it('ends when the visitor comes back and has taken the snap away, and goes on when MetaMask does not say so', async () => {
  agent()
  const metamask = createMetaMaskWithSnap(ACCOUNTS)
  const { client } = await openPage()
  announce(metamask.provider)
  rowOf(client)
  await client.connect({ walletId: 'metamask' })
  const request = vi.spyOn(metamask.provider as { request(): Promise<unknown> }, 'request')
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))
  request.mockRejectedValue(new Error('Internal error'))
  comeBack()
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(2))
  request.mockRestore()
  expect(client.getState().status).toBe('connected')
  metamask.isInstalled = false
  comeBack()
  await vi.waitFor(() => expect(client.getState().status).toBe('idle'))
})

it('a visitor who refuses the snap, a signature or a transaction has refused, and no further window opens (SW09)', async () => {
  agent()
  const metamask = createMetaMaskWithSnap(ACCOUNTS)
  metamask.approves = false
  const { client } = await openPage()
  announce(metamask.provider)
  rowOf(client)
  expect(await codeOf(client.connect({ walletId: 'metamask' }))).toBe('user_rejected')
  expect(metamask.windows).toEqual(['connect'])
  metamask.approves = true
  await client.connect({ walletId: 'metamask' })
  metamask.approves = false
  expect(await codeOf(client.signTypedData(DATA))).toBe('user_rejected')
  expect(await codeOf(client.execute([CALL]))).toBe('user_rejected')
  expect(metamask.windows).toEqual(['connect', 'connect', 'sign', 'execute'])
})

it('a wallet that the page itself puts on the window under this id comes first, and a second MetaMask is told (SW06)', async () => {
  agent()
  const { client } = await openPage()
  announce(createMetaMaskWithSnap(ACCOUNTS).provider)
  announce(createMetaMaskWithSnap(ACCOUNTS).provider, 'two')
  expect(rowOf(client)).toMatchObject({ note: 'shared-identity' })
  const own = {
    id: 'metamask',
    name: 'Own',
    version: '1',
    icon: '',
    request: async () => [],
    on() {},
    off() {},
  }
  Object.assign(globalThis, { starknet_metamask: own })
  expect(rowOf(client)).toMatchObject({ name: 'Own' })
  expect(rowOf(client)?.note).toBe(undefined)
})
