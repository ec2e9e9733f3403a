import { describe, expect, it, vi } from 'vitest'
import { createScriptedEvmWallet } from '../../../../src/testing/evm/create-scripted-evm-wallet.js'
import { send, useScriptedPair } from '../scripted-pair.js'

const pair = useScriptedPair()
const FIRST = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const SECOND = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

function fakeStorage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  } as Storage
}

describe('the consent in a scripted wallet', () => {
  it('is needed before it shows an account, and asked for once', async () => {
    const wallet = pair.create()
    const changed = vi.fn()
    wallet.provider.on('accountsChanged', changed)
    expect(await send(wallet, 'eth_accounts')).toEqual([])
    expect(await send(wallet, 'eth_requestAccounts')).toEqual([FIRST])
    expect(await send(wallet, 'eth_requestAccounts')).toEqual([FIRST])
    expect(await send(wallet, 'eth_accounts')).toEqual([FIRST])
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect'])
    expect(changed.mock.calls).toEqual([[[FIRST]]])
  })

  it('fails with 4001 when the visitor refuses, or with any error of the test', async () => {
    const wallet = pair.create({ approve: 'never' })
    await expect(send(wallet, 'eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
    wallet.faults.rejectWith = 'User abort'
    await expect(send(wallet, 'eth_requestAccounts')).rejects.toBe('User abort')
    wallet.faults.rejectWith = undefined
    await expect(send(wallet, 'eth_requestAccounts')).rejects.toBe(undefined)
    expect(wallet.granted).toEqual([])
  })

  it('allows only one connect window, and refuses a second with -32002', async () => {
    const wallet = pair.create({ approve: 'manual' })
    const first = send(wallet, 'eth_requestAccounts')
    const prompt = await wallet.nextPrompt('connect')
    await expect(send(wallet, 'eth_requestAccounts')).rejects.toMatchObject({ code: -32002 })
    prompt.approve()
    expect(await first).toEqual([FIRST])
    expect(wallet.openPrompts).toEqual([])
  })

  it('lets the visitor choose which accounts to share', async () => {
    const wallet = pair.create({
      accounts: [FIRST, SECOND],
      approve: ({ accounts }) => ({ accounts: accounts.slice(1) }),
    })
    expect(await send(wallet, 'eth_requestAccounts')).toEqual([SECOND])
  })

  it('passes on what the approving function throws', async () => {
    const wallet = pair.create({
      approve: () => {
        throw { code: 5000, message: 'no' }
      },
    })
    await expect(send(wallet, 'eth_requestAccounts')).rejects.toEqual({ code: 5000, message: 'no' })
  })

  it('can be given and withdrawn in the wallet', async () => {
    const wallet = pair.create()
    const changed = vi.fn()
    wallet.provider.on('accountsChanged', changed)
    await wallet.connect()
    wallet.setAccounts([SECOND])
    wallet.disconnect()
    wallet.setAccounts([FIRST])
    expect(changed.mock.calls).toEqual([[[FIRST]], [[SECOND]], [[]]])
    expect(wallet.prompts).toEqual([])
  })

  it('survives a reload with the chain if the wallet remembers, and otherwise not', async () => {
    vi.stubGlobal('localStorage', fakeStorage())
    try {
      const rpcUrls = { 31337: pair.first.url, 31338: pair.second.url }
      const before = pair.create({ memory: 'local', rpcUrls })
      await send(before, 'eth_requestAccounts')
      before.setChain(31338)
      const after = pair.create({ memory: 'local', rpcUrls })
      expect(await send(after, 'eth_accounts')).toEqual([FIRST])
      expect(await send(after, 'eth_chainId')).toBe('0x7a6a')
      expect(await send(pair.create({ rpcUrls }), 'eth_accounts')).toEqual([])
      expect(
        await send(pair.create({ memory: 'local', rpcUrls, rdns: 'com.example.other' }), 'eth_accounts'),
      ).toEqual([])
    } finally {
      vi.unstubAllGlobals()
    }
  })
})

it('a scripted wallet that remembers knows a chain that another tab has added, and keeps it', async () => {
  const [storage, page] = [fakeStorage(), new EventTarget()]
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const create = () =>
    createScriptedEvmWallet({ memory: 'local', rpcUrls: { 31337: pair.first.url }, target: page })
  const [here, elsewhere] = [create(), create()]
  try {
    await send(elsewhere, 'wallet_addEthereumChain', {
      chainId: '0x7a6a',
      chainName: 'Second',
      rpcUrls: [pair.second.url],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    })
    const key = `scripted-wallet:${here.info.rdns}`
    const change = { storageArea: storage, key, newValue: storage.getItem(key) }
    page.dispatchEvent(Object.assign(new Event('storage'), change))
    expect(here.chainId).toBe('0x7a6a')
    await here.connect()
    expect(JSON.parse(String(storage.getItem(key))).added).toEqual({ '0x7a6a': pair.second.url })
  } finally {
    for (const wallet of [here, elsewhere]) wallet.dispose()
    vi.unstubAllGlobals()
  }
})

describe('the permissions of a scripted wallet (EIP-2255)', () => {
  it('can be listed, granted and revoked', async () => {
    const wallet = pair.create()
    expect(await send(wallet, 'wallet_getPermissions')).toEqual([])
    expect(await send(wallet, 'wallet_requestPermissions', { eth_accounts: {} })).toEqual([
      expect.objectContaining({
        parentCapability: 'eth_accounts',
        caveats: [{ type: 'restrictReturnedAccounts', value: [FIRST] }],
      }),
    ])
    expect(await send(wallet, 'wallet_revokePermissions', { eth_accounts: {} })).toBe(null)
    expect(await send(wallet, 'eth_accounts')).toEqual([])
    expect(wallet.prompts).toHaveLength(1)
  })

  it('are asked for again despite an existing consent', async () => {
    const wallet = pair.create()
    await send(wallet, 'eth_requestAccounts')
    await send(wallet, 'wallet_requestPermissions', { eth_accounts: {} })
    expect(wallet.prompts).toHaveLength(2)
  })

  it('may name the accounts in another order than eth_accounts', async () => {
    const wallet = pair.create({ accounts: [FIRST, SECOND], faults: { reversePermissions: true } })
    const [permission] = (await send(wallet, 'wallet_requestPermissions', { eth_accounts: {} })) as [
      { caveats: [{ value: string[] }] },
    ]
    expect(permission.caveats[0].value).toEqual([SECOND, FIRST])
    expect(await send(wallet, 'eth_accounts')).toEqual([FIRST, SECOND])
  })

  it.each([[[]], [[{}]], [['eth_accounts']]])('refuse the params %j', async (params) => {
    const wallet = pair.create()
    await expect(
      wallet.provider.request({ method: 'wallet_requestPermissions', params }),
    ).rejects.toMatchObject({
      code: -32602,
    })
    expect(wallet.prompts).toEqual([])
  })
})
