import { describe, expect, it, vi } from 'vitest'
import { WalletError } from '../../../../src/errors/wallet-error.js'
import type { StarknetTypedData } from '../../../../src/protocol/starknet-typed-data.js'
import type { StarknetProfileName } from '../../../../src/testing/starknet/profiles.js'
import { createStarknetError } from '../../../../src/testing/starknet/profiles.js'
import { MAIL_0, NESTED_1 } from '../../testing/typed-data-cases.js'
import { install, makeRequest, openSession, settle, useStarknetWallets } from './open-wallet.js'

// Without this each prompt would wait for the window before it; habits.test.ts tests that wait.
vi.mock('../../../../src/connectors/starknet/prompt-pause.js', () => ({ STARKNET_PROMPT_PAUSE: 0 }))

useStarknetWallets()

const PROFILES: StarknetProfileName[] = ['argentX', 'argentX-legacy', 'braavos', 'keplr', 'okxwallet']
const { config } = makeRequest()
const onMain = (typedData: StarknetTypedData): StarknetTypedData => ({
  ...typedData,
  domain: { ...typedData.domain, chainId: 'SN_MAIN' },
})
const CALL = { contractAddress: '0x049D', entrypoint: 'transfer', calldata: ['12', 7n, 'hello', '0xAB'] }

it('calls for another chain than the wallet’s are not sent', async () => {
  const { wallet, session } = await openSession({ profile: 'argentX' })
  for (const chainId of ['starknet:SN_SEPOLIA', '0x534e5f5345504f4c4941', 'eip155:1'])
    await expect(session.execute?.(CALL, { chainId })).rejects.toMatchObject({ code: 'chain_mismatch' })
  await expect(session.execute?.(CALL, { chainId: 'nowhere!' })).rejects.toMatchObject({
    code: 'request_invalid',
  })
  expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect'])
  await session.execute?.(CALL, { chainId: 'SN_MAIN' })
  expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect', 'execute'])
})

it('PR16: a field that would be left out is refused by its name, in a call and in the options', async () => {
  const { wallet, session } = await openSession({ profile: 'argentX' })
  const cases: [object, object | undefined, string][] = [
    [{ ...CALL, value: 1n }, undefined, 'calls[0].value'],
    [{ ...CALL, to: '0x1' }, undefined, 'calls[0].to'],
    [CALL, { maxfee: 1 }, 'options.maxfee'],
    [CALL, { paymasterUrl: 'https://paymaster.example' }, 'options.paymasterUrl'],
  ]
  for (const [call, options, text] of cases) {
    const refused = { code: 'request_invalid', message: expect.stringContaining(text) }
    await expect(session.execute?.(call as never, options as never)).rejects.toMatchObject(refused)
    expect(() => session.check?.('execute', [call, options])).toThrow(expect.objectContaining(refused))
  }
  expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect'])
  await session.execute?.({ ...CALL, value: undefined } as never, { sequential: undefined })
})

describe.each(PROFILES)('the wallet %s', (profile) => {
  it('signs typed data of revision 0 and 1, and its account accepts both', async () => {
    const { wallet, session } = await openSession({ profile })
    for (const typedData of [MAIL_0, onMain(NESTED_1)]) {
      const signature = (await session.signTypedData?.(typedData)) as string[]
      for (const felt of signature) expect(felt).toMatch(/^0x[0-9a-f]+$/)
      expect(wallet.isValidSignature(typedData, signature)).toBe(true)
    }
  })

  it('executes calls, and receives their calldata as felts', async () => {
    const { wallet, session } = await openSession({ profile })
    const single = await session.execute?.(CALL)
    const several = await session.execute?.([CALL, { contractAddress: '0x2', entrypoint: 'approve' }])
    expect(single?.transactionHash).toMatch(/^0x[1-9a-f][0-9a-f]*$/)
    expect(several?.transactionHash).not.toBe(single?.transactionHash)
    const sent = JSON.stringify(wallet.prompts.filter(({ kind }) => kind === 'execute')[0]?.params)
    expect(sent).toContain('"0xc","0x7","0x68656c6c6f","0xab"')
  })

  it.each(['signTypedData', 'execute', 'watchAsset'] as const)(
    'fails when the visitor refuses %s',
    async (method) => {
      const { wallet, session } = await openSession({ profile })
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

describe('signing with a Starknet wallet', () => {
  it('signs the specification’s sign-in message under the app’s name, always for the connected chain', async () => {
    const { wallet, session } = await openSession()
    const signature = (await session.signMessage?.('nonce4f1c0ffee')) as string[]
    const typedData = wallet.prompts.at(-1)?.params as StarknetTypedData
    expect(typedData.domain).toEqual({ name: 'shop.example', chainId: 'SN_MAIN', version: '0.0.1' })
    expect(typedData.message).toEqual({ message: 'nonce4f1c0ffee' })
    expect(wallet.isValidSignature(typedData, signature)).toBe(true)
  })

  const HOST = 'my-shop-git-feature-new-checkout-team.localhost'
  it.each([
    ['a long name', 'The Friendly Neighbourhood Coffee Shop', HOST, 'The Friendly Neighbourhood Coff'],
    ['a long host without a name', '', HOST, 'my-shop-git-feature-new-checkou'],
    ['a name that is not ASCII', 'Müllers Kaffee', 'xn--mllers-kaffee.example', 'xn--mllers-kaffee.example'],
    ['a name that is a number', '1000', 'shop.example', 'shop.example'],
    ['a name and a host that are numbers once cut', ' ', `${'1'.repeat(31)}.example`, 'domain'],
    ['a page without a host', '', '', 'domain'],
  ])('signs a message for a page with %s (SP01)', async (_name, appName, hostname, name) => {
    vi.stubGlobal('location', { origin: 'https://page', hostname })
    const { wallet, connect } = install()
    const session = await connect(makeRequest({}, { appName }))
    const signature = (await session.signMessage?.('Hello')) as string[]
    vi.unstubAllGlobals()
    const typedData = wallet.prompts.at(-1)?.params as StarknetTypedData
    expect(typedData.domain).toEqual({ name, chainId: 'SN_MAIN', version: '0.0.1' })
    expect(wallet.isValidSignature(typedData, signature)).toBe(true)
  })

  it.each(['m'.repeat(32), 'x'.repeat(500), 'Wir mögen Käse', 'Tea 🍵 for two', 'two\nlines'])(
    'AX05: signs %j in the long form, which holds what 31 ASCII characters cannot',
    async (message) => {
      const { wallet, session } = await openSession()
      const signature = (await session.signMessage?.(message)) as string[]
      const typedData = wallet.prompts.at(-1)?.params as StarknetTypedData
      expect(typedData.domain).toEqual({
        name: 'shop.example',
        chainId: 'SN_MAIN',
        version: '0.0.1',
        revision: '1',
      })
      expect([typedData.types.Message, typedData.message]).toEqual([
        [{ name: 'message', type: 'string' }],
        { message },
      ])
      expect(wallet.isValidSignature(typedData, signature)).toBe(true)
    },
  )

  it.each(['0x0c', '12', '', '\ud83c tea'])('H19: refuses %s before the wallet is asked', async (message) => {
    const { wallet, session } = await openSession()
    const before = wallet.requests.length
    await expect(session.signMessage?.(message)).rejects.toMatchObject({ code: 'request_invalid' })
    expect(wallet.requests).toHaveLength(before)
  })

  it('J07: refuses typed data that is broken or for another chain before the wallet is asked', async () => {
    const { wallet, session } = await openSession()
    const before = wallet.requests.length
    await expect(session.signTypedData?.(NESTED_1)).rejects.toMatchObject({ code: 'chain_mismatch' })
    await expect(session.signTypedData?.({})).rejects.toMatchObject({ code: 'request_invalid' })
    expect(wallet.requests).toHaveLength(before)
  })

  it.each([
    ['a list of bigints', [1n, 2n, 3n], ['0x1', '0x2', '0x3']],
    ['{ signature }', { signature: ['0x1', '5'] }, ['0x1', '0x5']],
    ['nine felts', Array(9).fill('0x2'), Array(9).fill('0x2')],
  ])('B16: accepts %s', async (_name, answer, expected) => {
    const { connect } = install({ faults: { answers: { wallet_signTypedData: answer } } })
    expect(await (await connect()).signTypedData?.(MAIL_0)).toEqual(expected)
  })

  it.each([[[]], [Array(200).fill('0x1')], [undefined], ['zz']])(
    'B16: fails with signature_invalid in case %#',
    async (answer) => {
      const { connect } = install({ faults: { answers: { wallet_signTypedData: answer } } })
      await expect((await connect()).signTypedData?.(MAIL_0)).rejects.toMatchObject({
        code: 'signature_invalid',
      })
    },
  )

  it('passes on the wallet’s own message, else “Error while sign a message”', async () => {
    const { wallet, session } = await openSession({
      faults: { errors: { wallet_signTypedData: 'Ledger is asleep' } },
    })
    await expect(session.signTypedData?.(MAIL_0)).rejects.toMatchObject({
      code: 'sign_failed',
      message: 'Ledger is asleep',
    })
    wallet.faults.errors = { wallet_signTypedData: {} }
    await expect(session.signTypedData?.(MAIL_0)).rejects.toThrow('Error while sign a message')
  })

  it('J18: logs “Could not fetch wallet address” and returns nothing once the session has ended', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { session } = await openSession()
    await session.disconnect()
    expect(await session.signMessage?.('hello')).toBe(undefined)
    expect(await session.signTypedData?.(MAIL_0)).toBe(undefined)
    expect(await session.getBalance?.()).toBe(undefined)
    expect(error.mock.calls).toEqual(Array(3).fill(['Could not fetch wallet address']))
  })
})

it('the arguments of a request to a Starknet wallet are checked at the call, which need not wait for an open prompt (BR05)', async () => {
  const { session } = await openSession()
  const check = (method: string, ...args: unknown[]) => session.check?.(method as never, args)
  const wrong = [
    ['execute', { contractAddress: 'nope', entrypoint: 'pay' }],
    ['execute', CALL, { nonce: 'soon' }],
    ['signTypedData', { ...MAIL_0, domain: undefined }],
    ['addChain', { id: 'x' }],
    ['watchAsset', { type: 'ERC721' }],
  ] as const
  for (const [method, ...args] of wrong) {
    expect(() => check(method, ...args), method).toThrowError(WalletError)
  }
  expect(() => check('execute', CALL)).not.toThrow()
  // An earlier request may switch the wallet to the chain of the typed data.
  expect(() => check('signTypedData', NESTED_1)).not.toThrow()
})

describe('executing with a Starknet wallet', () => {
  it.each([
    [{ transaction_hash: '0x00Ab' }, '0xab'],
    [{ transactionHash: '0xab' }, '0xab'],
    ['0xab', '0xab'],
  ])('B17: accepts the answer %j', async (answer, hash) => {
    const { connect } = install({ faults: { answers: { wallet_addInvokeTransaction: answer } } })
    expect(await (await connect()).execute?.(CALL)).toEqual({ transactionHash: hash })
  })

  it.each([[undefined], [{}], [''], [{ transaction_hash: 'sent' }]])(
    'B17: fails with “Error while execute a transaction” for the answer %j',
    async (answer) => {
      const { connect } = install({ faults: { answers: { wallet_addInvokeTransaction: answer } } })
      await expect((await connect()).execute?.(CALL)).rejects.toMatchObject({
        code: 'execute_failed',
        message: 'Error while execute a transaction',
      })
    },
  )

  it('J05, J21: refuses bad calls and options before the wallet is asked', async () => {
    const { wallet, session } = await openSession()
    const before = wallet.requests.length
    await expect(session.execute?.([])).rejects.toMatchObject({ code: 'request_invalid' })
    await expect(session.execute?.({ ...CALL, calldata: [-1] })).rejects.toThrow(
      'Only hex, integers and bigint',
    )
    await expect(session.execute?.(CALL, { maxFee: -1 })).rejects.toThrow('maxFee')
    expect(wallet.requests).toHaveLength(before)
  })

  it('passes nonce, maxFee and version to wallets of the older API', async () => {
    const { wallet, session } = await openSession({ profile: 'okxwallet' })
    await session.execute?.(CALL, { nonce: 1, maxFee: 10n ** 15n, version: '0x1' })
    expect(wallet.requests.at(-1)).toMatchObject({
      type: 'execute',
      params: { details: { nonce: '0x1', maxFee: '0x38d7ea4c68000', version: '0x1' } },
    })
  })

  it('does not pass them to wallets of the wallet API, with one warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { wallet, session } = await openSession()
    await session.execute?.(CALL, { maxFee: 5 })
    await session.execute?.(CALL, { maxFee: 5 })
    expect(Object.keys(wallet.requests.at(-1)?.params as object)).toEqual(['calls'])
    expect(warn.mock.calls.flat().filter((text) => /maxFee/.test(text))).toHaveLength(1)
  })
})

describe('the answers of Cartridge Controller (SW05)', () => {
  it.each([
    ['a code in words', { code: 'CANCELED', message: 'Canceled' }],
    ['a bare word', new Error('Cancelled')],
    ['its own sentence', { code: 0, message: 'User canceled' }],
  ])('that refuse by %s are refusals (SW05)', async (_name, thrown) => {
    const { session } = await openSession({
      faults: { errors: { wallet_signTypedData: thrown, wallet_addInvokeTransaction: thrown } },
    })
    await expect(session.signTypedData?.(MAIL_0)).rejects.toMatchObject({ code: 'user_rejected' })
    await expect(session.execute?.(CALL)).rejects.toMatchObject({ code: 'user_rejected' })
  })

  it('that reject a signature with nothing are refusals, and a transaction has failed (SW05)', async () => {
    const { session } = await openSession({
      faults: { errors: { wallet_signTypedData: undefined, wallet_addInvokeTransaction: undefined } },
    })
    await expect(session.signTypedData?.(MAIL_0)).rejects.toMatchObject({ code: 'user_rejected' })
    await expect(session.execute?.(CALL)).rejects.toMatchObject({ code: 'execute_failed' })
  })

  it('that say in their data that a method is missing become not_implemented (SW05)', async () => {
    const general = { code: 63, message: 'An unexpected error occurred' }
    const { wallet, session } = await openSession({
      faults: { errors: { wallet_watchAsset: { ...general, data: 'wallet_watchAsset not implemented' } } },
    })
    const asset = { type: 'ERC20' as const, options: { address: '0x5' } }
    await expect(session.watchAsset?.(asset)).rejects.toMatchObject({ code: 'not_implemented' })
    wallet.faults.errors = { wallet_watchAsset: { ...general, data: 'The indexer is down' } }
    await expect(session.watchAsset?.(asset)).rejects.toMatchObject({ code: 'wallet_failed' })
  })
})

describe('a Starknet wallet that is locked or gone', () => {
  it.each(['braavos', 'argentX'] as const)('is distinguished from a refusal in %s', async (profile) => {
    const { wallet, session } = await openSession({ profile })
    wallet.lock()
    wallet.setApprove('never')
    await expect(session.execute?.(CALL)).rejects.toMatchObject({ code: 'wallet_locked' })
    wallet.unlock()
    await expect(session.execute?.(CALL)).rejects.toMatchObject({ code: 'user_rejected' })
  })

  it('B18: fails the next request with wallet_unavailable and ends the session when its global is gone', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { wallet, session, changes } = await openSession()
    wallet.uninstall()
    await expect(session.signTypedData?.(MAIL_0)).rejects.toMatchObject({ code: 'wallet_unavailable' })
    await vi.waitFor(() => expect(changes).toEqual([{ type: 'disconnect', reason: 'wallet' }]))
    expect(wallet.listenerCount()).toBe(0)
    await expect(session.execute?.(CALL)).rejects.toMatchObject({ code: 'session_ended' })
  })
})

describe('switching a Starknet wallet’s network', () => {
  const SEPOLIA = 'starknet:SN_SEPOLIA'

  it.each(['argentX', 'argentX-legacy', 'keplr'] as const)(
    'works in %s, with one change',
    async (profile) => {
      const { wallet, session, changes } = await openSession({ profile })
      await session.switchChain?.(SEPOLIA, config)
      await settle()
      expect(session.chainId).toBe(SEPOLIA)
      expect(wallet.chain).toBe('SN_SEPOLIA')
      expect(changes).toHaveLength(1)
      await session.switchChain?.(SEPOLIA, config)
      expect(wallet.prompts.filter(({ kind }) => kind === 'switch')).toHaveLength(1)
    },
  )

  it('is reported even when the wallet sends no event', async () => {
    const { session, changes } = await openSession({
      faults: { omitEvents: ['accountsChanged', 'networkChanged'] },
    })
    await session.switchChain?.(SEPOLIA, config)
    await settle()
    expect(changes).toMatchObject([{ type: 'change', chainId: SEPOLIA }])
  })

  it.each(['starknet:SN_GOERLI', 'starknet:0x1234', 'eip155:1'] as const)(
    'J13: to %s is refused with the specification’s text, and the wallet gets no request',
    async (target) => {
      const { wallet, session } = await openSession()
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
  ] as const)('A23: %s fails with %s', async (_name, options, code) => {
    const { session } = await openSession(options as never)
    await expect(session.switchChain?.(SEPOLIA, config)).rejects.toMatchObject({ code })
    expect(session.chainId).toBe('starknet:SN_MAIN')
  })

  it('A23: fails with the visitor’s refusal', async () => {
    const { wallet, session } = await openSession()
    wallet.setApprove('never')
    await expect(session.switchChain?.(SEPOLIA, config)).rejects.toMatchObject({ code: 'user_rejected' })
  })

  it('A23: fails by a read when the wallet agrees and stays on its network', async () => {
    const { session } = await openSession({ faults: { switchLandsOn: 'SN_MAIN' } })
    await expect(session.switchChain?.(SEPOLIA, config)).rejects.toMatchObject({ code: 'chain_mismatch' })
  })
})

describe('adding a chain to a Starknet wallet', () => {
  const CHAIN = {
    chainId: 'KATANA',
    id: 'KATANA',
    chainName: 'Katana',
    rpcUrls: ['http://127.0.0.1:5050'],
    nativeCurrency: { name: 'Token', symbol: 'TOK', decimals: 18 },
  }
  const add = { ...CHAIN, chainId: 'SN_KATANA' }

  it('uses the wallet API’s spelling for a wallet of the wallet API', async () => {
    const { wallet, session } = await openSession({ profile: 'braavos' })
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

  it('uses camel case for a wallet of the older API', async () => {
    const { wallet, connect } = install({ profile: 'argentX-legacy' })
    await (await connect()).addChain?.(add)
    expect(wallet.prompts.at(-1)?.params).toMatchObject({
      chainId: '0x534e5f4b4154414e41',
      chainName: 'Katana',
    })
  })

  it('lets Argent X switch to the chain, which it finds by the text it was added under (W25)', async () => {
    const { wallet, session } = await openSession({ habits: { looksNamesUpAsTheyCame: true } })
    await session.addChain?.(add)
    expect(wallet.prompts.at(-1)?.params).toMatchObject({ chain_id: 'SN_KATANA', chain_name: 'Katana' })
    const { config: named } = makeRequest({}, { chains: 'starknet:SN_MAIN starknet:SN_KATANA' })
    await session.switchChain?.('starknet:SN_KATANA', named)
    expect(wallet.chain).toBe('SN_KATANA')
  })

  it('also uses the current spelling for a late wallet that counts as an older one (W23)', async () => {
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
    ['a decimal', { chainId: '1' }, 'chainId'],
    ['no chain id', { chainId: undefined }, 'chainId'],
    ['no chain name', { chainName: undefined }, 'chainName'],
    ['http', { rpcUrls: ['http://node.example'] }, 'rpcUrls'],
    ['1.5 decimals', { nativeCurrency: { ...CHAIN.nativeCurrency, decimals: 1.5 } }, 'decimals'],
    ['37 decimals', { nativeCurrency: { ...CHAIN.nativeCurrency, decimals: 37 } }, 'decimals'],
    ['no symbol', { nativeCurrency: { ...CHAIN.nativeCurrency, symbol: '' } }, 'symbol'],
  ]
  it.each(rows)('J12: refuses %s by name before the wallet is asked', async (_name, change, field) => {
    const { wallet, session } = await openSession()
    const before = wallet.requests.length
    await expect(session.addChain?.({ ...add, ...change } as never)).rejects.toMatchObject({
      code: 'request_invalid',
      message: expect.stringContaining(field),
    })
    expect(wallet.requests).toHaveLength(before)
  })

  it('J12: accepts hex as a chain id', async () => {
    const { session } = await openSession()
    await expect(session.addChain?.({ ...add, chainId: '0x1' })).resolves.toBe(undefined)
  })

  it('fails with “not implemented” in a wallet that lacks it', async () => {
    const { session } = await openSession({ profile: 'keplr' })
    await expect(session.addChain?.(add)).rejects.toMatchObject({
      code: 'not_implemented',
      message: 'not implemented',
    })
  })
})

describe('watching an asset in a Starknet wallet', () => {
  const ASSET = {
    type: 'ERC20' as const,
    options: { address: '0x0049d', symbol: 'TOK', decimals: 18, name: 'Token' },
  }

  it('passes the checked parameters to the wallet', async () => {
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
  ]
  it.each(rows)('J11: refuses %s by name', async (_name, change, field) => {
    const { session } = await openSession()
    await expect(session.watchAsset?.({ ...ASSET, ...change } as never)).rejects.toMatchObject({
      code: 'request_invalid',
      message: expect.stringContaining(field),
    })
  })

  it.each([0, 18, 36])('J11: accepts %i decimals', async (decimals) => {
    const { session } = await openSession()
    await session.watchAsset?.({ ...ASSET, options: { ...ASSET.options, decimals, symbol: 'A'.repeat(11) } })
  })

  it('counts as refused when the wallet answers false', async () => {
    const { session } = await openSession({ faults: { answers: { wallet_watchAsset: false } } })
    await expect(session.watchAsset?.(ASSET)).rejects.toMatchObject({ code: 'user_rejected' })
  })
})
