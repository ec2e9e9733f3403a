import { describe, expect, it, vi } from 'vitest'
import type { StarknetTypedData } from '../../../../src/protocol/typed-data.js'
import type { StarknetProfileName } from '../../../../src/testing/starknet/profiles.js'
import { createStarknetError } from '../../../../src/testing/starknet/profiles.js'
import { MAIL_0, NESTED_1 } from '../../testing/typed-data-cases.js'
import { collect, install, makeRequest, settle, useStarknetWallets } from './open-wallet.js'

// Each prompt would wait for the window of the one before; habits.test.ts proves that.
vi.mock('../../../../src/constants.js', async (original) => ({
  ...(await original<typeof import('../../../../src/constants.js')>()),
  STARKNET_PROMPT_PAUSE: 0,
}))

useStarknetWallets()

const PROFILES: StarknetProfileName[] = ['argentX', 'argentX-legacy', 'braavos', 'keplr', 'okxwallet']
const { config } = makeRequest()
const onMain = (typedData: StarknetTypedData): StarknetTypedData => ({
  ...typedData,
  domain: { ...typedData.domain, chainId: 'SN_MAIN' },
})
const CALL = { contractAddress: '0x049D', entrypoint: 'transfer', calldata: ['12', 7n, 'hello', '0xAB'] }

describe.each(PROFILES)('%s', (profile) => {
  it('signs typed data of revision 0 and 1, and its account accepts both', async () => {
    const { wallet, connect } = install({ profile })
    const session = await connect()
    for (const typedData of [MAIL_0, onMain(NESTED_1)]) {
      const signature = (await session.signTypedData?.(typedData)) as string[]
      for (const felt of signature) expect(felt).toMatch(/^0x[0-9a-f]+$/)
      expect(wallet.isValidSignature(typedData, signature)).toBe(true)
    }
  })

  it('executes calls, whose calldata reaches it as felts', async () => {
    const { wallet, connect } = install({ profile })
    const session = await connect()
    const single = await session.execute?.(CALL)
    const several = await session.execute?.([CALL, { contractAddress: '0x2', entrypoint: 'approve' }])
    expect(single?.transactionHash).toMatch(/^0x[1-9a-f][0-9a-f]*$/)
    expect(several?.transactionHash).not.toBe(single?.transactionHash)
    const sent = JSON.stringify(wallet.prompts.filter(({ kind }) => kind === 'execute')[0]?.params)
    expect(sent).toContain('"0xc","0x7","0x68656c6c6f","0xab"')
  })

  it.each(['signTypedData', 'execute', 'watchAsset'] as const)(
    'gives a user’s rejection when the user refuses %s',
    async (method) => {
      const { wallet, connect } = install({ profile })
      const session = await connect()
      wallet.setApprove('never')
      const args = {
        signTypedData: MAIL_0,
        execute: CALL,
        watchAsset: { type: 'ERC20', options: { address: '0x5' } },
      }
      const run = session[method] as (input: unknown) => Promise<unknown>
      await expect(run(args[method])).rejects.toMatchObject({ name: 'UserRejectedRequestError' })
    },
  )
})

describe('signing', () => {
  it('signs the specification’s sign-in message under the app’s name, always for the connected chain', async () => {
    const { wallet, connect } = install()
    const session = await connect()
    const signature = (await session.signMessage?.('nonce4f1c0ffee')) as string[]
    const typedData = wallet.prompts.at(-1)?.params as StarknetTypedData
    expect(typedData.domain).toEqual({ name: 'shop.example', chainId: 'SN_MAIN', version: '0.0.1' })
    expect(typedData.message).toEqual({ message: 'nonce4f1c0ffee' })
    expect(wallet.isValidSignature(typedData, signature)).toBe(true)
  })

  it.each(['m'.repeat(32), '0x0c', '12', ''])(
    'H19: refuses %s before the wallet is asked',
    async (message) => {
      const { wallet, connect } = install()
      const session = await connect()
      const before = wallet.requests.length
      await expect(session.signMessage?.(message)).rejects.toMatchObject({ code: 'request_invalid' })
      expect(wallet.requests).toHaveLength(before)
    },
  )

  it('J07: refuses typed data that is broken or for another chain before the wallet is asked', async () => {
    const { wallet, connect } = install()
    const session = await connect()
    const before = wallet.requests.length
    await expect(session.signTypedData?.(NESTED_1)).rejects.toMatchObject({ code: 'chain_mismatch' })
    await expect(session.signTypedData?.({})).rejects.toMatchObject({ code: 'request_invalid' })
    expect(wallet.requests).toHaveLength(before)
  })

  it.each([
    ['a list of bigints', [1n, 2n, 3n], ['0x1', '0x2', '0x3']],
    ['{ signature }', { signature: ['0x1', '5'] }, ['0x1', '0x5']],
    ['nine felts', Array(9).fill('0x2'), Array(9).fill('0x2')],
  ])('B16: takes %s', async (_name, answer, expected) => {
    const { connect } = install({ faults: { answers: { wallet_signTypedData: answer } } })
    expect(await (await connect()).signTypedData?.(MAIL_0)).toEqual(expected)
  })

  it.each([[[]], [Array(200).fill('0x1')], [undefined], ['zz']])(
    'B16: case %# is signature_invalid',
    async (answer) => {
      const { connect } = install({ faults: { answers: { wallet_signTypedData: answer } } })
      await expect((await connect()).signTypedData?.(MAIL_0)).rejects.toMatchObject({
        code: 'signature_invalid',
      })
    },
  )

  it('passes the wallet’s own words on, else “Error while sign a message”', async () => {
    const { wallet, connect } = install({ faults: { errors: { wallet_signTypedData: 'Ledger is asleep' } } })
    const session = await connect()
    await expect(session.signTypedData?.(MAIL_0)).rejects.toMatchObject({
      code: 'sign_failed',
      message: 'Ledger is asleep',
    })
    wallet.faults.errors = { wallet_signTypedData: {} }
    await expect(session.signTypedData?.(MAIL_0)).rejects.toThrow('Error while sign a message')
  })

  it('J18: logs “Could not fetch wallet address” and gives nothing back once the session is over', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const session = await install().connect()
    await session.disconnect()
    expect(await session.signMessage?.('hello')).toBe(undefined)
    expect(await session.signTypedData?.(MAIL_0)).toBe(undefined)
    expect(await session.getBalance?.()).toBe(undefined)
    expect(error.mock.calls).toEqual(Array(3).fill(['Could not fetch wallet address']))
  })
})

describe('executing', () => {
  it.each([
    [{ transaction_hash: '0x00Ab' }, '0xab'],
    [{ transactionHash: '0xab' }, '0xab'],
    ['0xab', '0xab'],
  ])('B17: takes the answer %j', async (answer, hash) => {
    const { connect } = install({ faults: { answers: { wallet_addInvokeTransaction: answer } } })
    expect(await (await connect()).execute?.(CALL)).toEqual({ transactionHash: hash })
  })

  it.each([[undefined], [{}], [''], [{ transaction_hash: 'sent' }]])(
    'B17: the answer %j is “Error while execute a transaction”',
    async (answer) => {
      const { connect } = install({ faults: { answers: { wallet_addInvokeTransaction: answer } } })
      await expect((await connect()).execute?.(CALL)).rejects.toMatchObject({
        code: 'execute_failed',
        message: 'Error while execute a transaction',
      })
    },
  )

  it('J05, J21: refuses bad calls and options before the wallet is asked', async () => {
    const { wallet, connect } = install()
    const session = await connect()
    const before = wallet.requests.length
    await expect(session.execute?.([])).rejects.toMatchObject({ code: 'request_invalid' })
    await expect(session.execute?.({ ...CALL, calldata: [-1] })).rejects.toThrow(
      'Only hex, integers and bigint',
    )
    await expect(session.execute?.(CALL, { maxFee: -1 })).rejects.toThrow('maxFee')
    expect(wallet.requests).toHaveLength(before)
  })

  it('hands nonce, maxFee and version to wallets of the older API', async () => {
    const { wallet, connect } = install({ profile: 'okxwallet' })
    const session = await connect()
    await session.execute?.(CALL, { nonce: 1, maxFee: 10n ** 15n, version: '0x1' })
    expect(wallet.requests.at(-1)).toMatchObject({
      type: 'execute',
      params: { details: { nonce: '0x1', maxFee: '0x38d7ea4c68000', version: '0x1' } },
    })
  })

  it('keeps them from wallets of the wallet API, with one warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { wallet, connect } = install()
    const session = await connect()
    await session.execute?.(CALL, { maxFee: 5 })
    await session.execute?.(CALL, { maxFee: 5 })
    expect(Object.keys(wallet.requests.at(-1)?.params as object)).toEqual(['calls'])
    expect(warn.mock.calls.flat().filter((text) => /maxFee/.test(text))).toHaveLength(1)
  })

  it('opens one window at a time, whichever session asks', async () => {
    const { wallet, connect } = install({ approve: 'manual' })
    const connecting = Promise.all([connect(), connect()])
    ;(await wallet.nextPrompt('connect')).approve()
    const [first, second] = await connecting
    const sent = [first.execute?.(CALL), second.execute?.(CALL), first.signTypedData?.(MAIL_0)]
    for (const kind of ['execute', 'execute', 'sign'] as const) {
      const prompt = await wallet.nextPrompt()
      expect(prompt.kind).toBe(kind)
      await settle()
      expect(wallet.openPrompts).toHaveLength(1)
      prompt.approve()
    }
    await Promise.all(sent)
    expect(wallet.mostPrompts).toBe(1)
  })

  it('a disconnect ends what is pending and frees the wallet for the next session', async () => {
    const { wallet, connect } = install()
    const first = await connect()
    wallet.setApprove('manual')
    const pending = first.execute?.(CALL)
    await wallet.nextPrompt('execute')
    await first.disconnect()
    await expect(pending).rejects.toMatchObject({ code: 'session_ended' })
    wallet.setApprove('always')
    const second = await connect()
    expect((await second.execute?.(CALL))?.transactionHash).toMatch(/^0x/)
  })
})

describe('a wallet that is locked or gone', () => {
  it.each(['braavos', 'argentX'] as const)('tells a locked %s apart from a refusal', async (profile) => {
    const { wallet, connect } = install({ profile })
    const session = await connect()
    wallet.lock()
    wallet.setApprove('never')
    await expect(session.execute?.(CALL)).rejects.toMatchObject({ code: 'wallet_locked' })
    wallet.unlock()
    await expect(session.execute?.(CALL)).rejects.toMatchObject({ code: 'user_rejected' })
  })

  it('B18: once its global is gone, the next request is wallet_unavailable and the session ends', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { wallet, connect } = install()
    const session = await connect()
    const changes = collect(session)
    wallet.uninstall()
    await expect(session.signTypedData?.(MAIL_0)).rejects.toMatchObject({ code: 'wallet_unavailable' })
    await vi.waitFor(() => expect(changes).toEqual([{ type: 'disconnect', reason: 'wallet' }]))
    expect(wallet.listenerCount()).toBe(0)
    await expect(session.execute?.(CALL)).rejects.toMatchObject({ code: 'session_ended' })
  })
})

describe('switching the network', () => {
  const SEPOLIA = 'starknet:SN_SEPOLIA'

  it.each(['argentX', 'argentX-legacy', 'keplr'] as const)(
    '%s switches, and one change is told',
    async (profile) => {
      const { wallet, connect } = install({ profile })
      const session = await connect()
      const changes = collect(session)
      await session.switchChain?.(SEPOLIA, config)
      await settle()
      expect(session.chainId).toBe(SEPOLIA)
      expect(wallet.chain).toBe('SN_SEPOLIA')
      expect(changes).toHaveLength(1)
      await session.switchChain?.(SEPOLIA, config)
      expect(wallet.prompts.filter(({ kind }) => kind === 'switch')).toHaveLength(1)
    },
  )

  it('is told though the wallet sends no event', async () => {
    const { connect } = install({ faults: { omitEvents: ['accountsChanged', 'networkChanged'] } })
    const session = await connect()
    const changes = collect(session)
    await session.switchChain?.(SEPOLIA, config)
    await settle()
    expect(changes).toMatchObject([{ type: 'change', chainId: SEPOLIA }])
  })

  it.each(['starknet:SN_GOERLI', 'starknet:0x1234', 'eip155:1'] as const)(
    'J13: to %s is refused with the specification’s sentence, and the wallet hears nothing',
    async (target) => {
      const { wallet, connect } = install()
      const session = await connect()
      const before = wallet.requests.length
      const { config: named } = makeRequest({}, { chains: 'starknet:SN_MAIN starknet:SN_GOERLI' })
      await expect(session.switchChain?.(target, named)).rejects.toMatchObject({
        code: 'network_switching_only_available_in_wallet',
        message:
          'Network switching is not available at this time. The user should manually switch network in their wallet',
      })
      expect(wallet.requests).toHaveLength(before)
    },
  )

  it.each([
    ['a wallet that cannot (Braavos)', { profile: 'braavos' }, 'network_switching_only_available_in_wallet'],
    [
      'an unknown network of Argent X',
      { nodes: { SN_MAIN: null } },
      'network_switching_only_available_in_wallet',
    ],
    ['112', { profile: 'keplr', nodes: { SN_MAIN: null } }, 'network_switching_only_available_in_wallet'],
    [
      '117',
      { faults: { errors: { wallet_switchStarknetChain: createStarknetError(117) } } },
      'network_switching_only_available_in_wallet',
    ],
    [
      '163',
      { faults: { errors: { wallet_switchStarknetChain: createStarknetError(163) } } },
      'wallet_failed',
    ],
  ] as const)('A23: %s is %s', async (_name, options, code) => {
    const session = await install(options as never).connect()
    await expect(session.switchChain?.(SEPOLIA, config)).rejects.toMatchObject({ code })
    expect(session.chainId).toBe('starknet:SN_MAIN')
  })

  it('A23: a refusal is a refusal', async () => {
    const { wallet, connect } = install()
    const session = await connect()
    wallet.setApprove('never')
    await expect(session.switchChain?.(SEPOLIA, config)).rejects.toMatchObject({ code: 'user_rejected' })
  })

  it('A23: a wallet that says yes and stays where it was is found out by a read', async () => {
    const { connect } = install({ faults: { switchLandsOn: 'SN_MAIN' } })
    const session = await connect()
    await expect(session.switchChain?.(SEPOLIA, config)).rejects.toMatchObject({ code: 'chain_mismatch' })
  })
})

describe('adding a chain', () => {
  const CHAIN = {
    chainId: 'KATANA',
    id: 'KATANA',
    chainName: 'Katana',
    rpcUrls: ['http://127.0.0.1:5050'],
    nativeCurrency: { name: 'Token', symbol: 'TOK', decimals: 18 },
  }
  const add = { ...CHAIN, chainId: 'SN_KATANA' }

  it('reaches a wallet of the wallet API in its own words', async () => {
    const { wallet, connect } = install({ profile: 'braavos' })
    const session = await connect()
    await session.addChain?.(add)
    expect(wallet.prompts.at(-1)).toMatchObject({
      kind: 'add',
      params: {
        id: 'KATANA',
        chain_id: '0x534e5f4b4154414e41',
        chain_name: 'Katana',
        rpc_urls: ['http://127.0.0.1:5050'],
        native_currency: { type: 'ERC20', options: { symbol: 'TOK', decimals: 18 } },
      },
    })
  })

  it('reaches a wallet of the older API in camel case', async () => {
    const { wallet, connect } = install({ profile: 'argentX-legacy' })
    await (await connect()).addChain?.(add)
    expect(wallet.prompts.at(-1)?.params).toMatchObject({
      chainId: '0x534e5f4b4154414e41',
      chainName: 'Katana',
    })
  })

  it('added to Argent X can be switched to, which finds a network by the text it was added under (W25)', async () => {
    const { wallet, connect } = install({ habits: { looksNamesUpAsTheyCame: true } })
    const session = await connect()
    await session.addChain?.(add)
    expect(wallet.prompts.at(-1)?.params).toMatchObject({ chain_id: 'SN_KATANA', chain_name: 'Katana' })
    const { config: named } = makeRequest({}, { chains: 'starknet:SN_MAIN starknet:SN_KATANA' })
    await session.switchChain?.('starknet:SN_KATANA', named)
    expect(wallet.chain).toBe('SN_KATANA')
  })

  it('reaches a wallet that was late, and so counts as an older one, in today’s spelling as well (W23)', async () => {
    const { wallet, connect } = install({ profile: 'argentX-legacy' })
    await (await connect()).addChain?.(add)
    expect(wallet.prompts.at(-1)?.params).toMatchObject({
      chainId: '0x534e5f4b4154414e41',
      chain_id: '0x534e5f4b4154414e41',
      chain_name: 'Katana',
      rpc_urls: ['http://127.0.0.1:5050'],
      native_currency: { type: 'ERC20', options: { symbol: 'TOK' } },
    })
  })

  const rows: [string, object, string][] = [
    ['a name that is no chain', { chainId: 'KATANA' }, 'chainId'],
    ['a number', { chainId: 1 }, 'chainId'],
    ['a decimal', { chainId: '1' }, 'chainId'],
    ['no chain id', { chainId: undefined }, 'chainId'],
    ['no chain name', { chainName: undefined }, 'chainName'],
    ['http', { rpcUrls: ['http://node.example'] }, 'rpcUrls'],
    ['javascript:', { rpcUrls: ['javascript:alert(1)'] }, 'rpcUrls'],
    ['a relative URL', { rpcUrls: ['/rpc'] }, 'rpcUrls'],
    ['1.5 decimals', { nativeCurrency: { ...CHAIN.nativeCurrency, decimals: 1.5 } }, 'decimals'],
    ['37 decimals', { nativeCurrency: { ...CHAIN.nativeCurrency, decimals: 37 } }, 'decimals'],
    ['no symbol', { nativeCurrency: { ...CHAIN.nativeCurrency, symbol: '' } }, 'symbol'],
  ]
  it.each(rows)('J12: %s is refused by name before the wallet is asked', async (_name, change, field) => {
    const { wallet, connect } = install()
    const session = await connect()
    const before = wallet.requests.length
    await expect(session.addChain?.({ ...add, ...change } as never)).rejects.toMatchObject({
      code: 'request_invalid',
      message: expect.stringContaining(field),
    })
    expect(wallet.requests).toHaveLength(before)
  })

  it('J12: hex is a chain id', async () => {
    const session = await install().connect()
    await expect(session.addChain?.({ ...add, chainId: '0x1' })).resolves.toBe(undefined)
  })

  it('is “not implemented” in a wallet that does not have it', async () => {
    const session = await install({ profile: 'keplr' }).connect()
    await expect(session.addChain?.(add)).rejects.toMatchObject({
      code: 'not_implemented',
      message: 'not implemented',
    })
  })
})

describe('watching an asset', () => {
  const ASSET = {
    type: 'ERC20' as const,
    options: { address: '0x0049d', symbol: 'TOK', decimals: 18, name: 'Token' },
  }

  it('hands the wallet what was checked', async () => {
    const { wallet, connect } = install()
    await (await connect()).watchAsset?.(ASSET)
    expect(wallet.prompts.at(-1)).toMatchObject({
      kind: 'watch',
      params: { type: 'ERC20', options: { ...ASSET.options, address: '0x49d' } },
    })
  })

  const rows: [string, object, string][] = [
    ['erc20', { type: 'erc20' }, 'type'],
    ['ERC721', { type: 'ERC721' }, 'type'],
    ['no type', { type: undefined }, 'type'],
    ['no address', { options: {} }, 'address'],
    ['the zero address', { options: { address: '0x0' } }, 'address'],
    ['-1 decimals', { options: { ...ASSET.options, decimals: -1 } }, 'decimals'],
    ['37 decimals', { options: { ...ASSET.options, decimals: 37 } }, 'decimals'],
    ['1.5 decimals', { options: { ...ASSET.options, decimals: 1.5 } }, 'decimals'],
    ['an empty symbol', { options: { ...ASSET.options, symbol: '' } }, 'symbol'],
    ['12 characters of symbol', { options: { ...ASSET.options, symbol: 'A'.repeat(12) } }, 'symbol'],
    ['a script for an image', { options: { ...ASSET.options, image: 'javascript:alert(1)' } }, 'image'],
  ]
  it.each(rows)('J11: %s is refused by name', async (_name, change, field) => {
    const session = await install().connect()
    await expect(session.watchAsset?.({ ...ASSET, ...change } as never)).rejects.toMatchObject({
      code: 'request_invalid',
      message: expect.stringContaining(field),
    })
  })

  it.each([0, 18, 36])('J11: %i decimals are accepted', async (decimals) => {
    const session = await install().connect()
    await session.watchAsset?.({ ...ASSET, options: { ...ASSET.options, decimals, symbol: 'A'.repeat(11) } })
  })

  it('a wallet that answers false has not added it', async () => {
    const session = await install({ faults: { answers: { wallet_watchAsset: false } } }).connect()
    await expect(session.watchAsset?.(ASSET)).rejects.toMatchObject({ code: 'user_rejected' })
  })
})
