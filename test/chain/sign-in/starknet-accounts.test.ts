import { computeHashOnElements, keccak, poseidonHashMany } from '@scure/starknet'
import { typedData as library, hash as starknetHash } from 'starknet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createStarknetSignIn,
  createStarknetSignInRevision1,
  parseStarknetSignIn,
  type SignInTypedData,
} from '../../../src/protocol/sign-in-starknet.js'
import { createSignIn, type SignIn } from '../../../src/server/sign-in.js'
import {
  argentLike,
  braavosLike,
  createStarkKey,
  guardedLike,
  isSignedBy,
  older,
  startStarknetNode,
} from '../../unit/server/starknet-node.js'
import { codeOf } from '../../unit/server/visitor.js'

const CHAIN = 'starknet:SN_SEPOLIA'
const MINUTE = 60_000

let node: Awaited<ReturnType<typeof startStarknetNode>>
let signIn: SignIn

beforeAll(async () => {
  node = await startStarknetNode()
  signIn = createSignIn({
    domain: 'shop.example',
    chains: [CHAIN, 'starknet:SN_MAIN'],
    rpc: { [CHAIN]: node.url, 'starknet:SN_MAIN': node.url },
  })
})

afterAll(() => node.stop())

let addresses = 0x1000n
const newAddress = () => `0x${(++addresses).toString(16).padStart(64, '0')}`
const encode = (text: string) => BigInt(`0x${Buffer.from(text).toString('hex')}`)

type Sign = (messageHash: string) => string[]

/** Does a whole sign-in with the account's own way to sign. */
async function prove(
  address: string,
  sign: Sign,
  options: { by?: SignIn; change?: (data: SignInTypedData) => void } = {},
) {
  const { nonce, domain } = await (options.by ?? signIn).issueNonce()
  const message = createStarknetSignIn({ message: nonce, domain, chainId: CHAIN })
  options.change?.(message)
  return {
    namespace: 'starknet' as const,
    chainId: CHAIN,
    address,
    message,
    // An account that ignores the signature needs no hash, which takes time.
    signature: sign(sign.length > 0 ? library.getMessageHash(message as never, address) : ''),
  }
}

describe('a deployed Starknet account', () => {
  it('like Argent’s signs in with two felts and with five', async () => {
    const key = createStarkKey()
    const address = newAddress()
    node.deploy(address, argentLike(key.publicKey))
    expect(await signIn.verify(await prove(address, key.sign))).toEqual({ address, chainId: CHAIN })
    const five: Sign = (hash) => ['0x1', '0x0', key.publicHex, ...key.sign(hash)]
    expect(await codeOf(signIn.verify(await prove(address, five)))).toBe('resolved')
    expect(await codeOf(signIn.verify(await prove(address, createStarkKey().sign)))).toBe('signature_invalid')
  })

  it('with a guardian signs in with nine felts, and not with its owner’s alone', async () => {
    const [owner, guardian] = [createStarkKey(), createStarkKey()]
    const address = newAddress()
    node.deploy(address, guardedLike(owner.publicKey, guardian.publicKey))
    const both: Sign = (hash) => [
      '0x2',
      ...[owner, guardian].flatMap((key) => ['0x0', key.publicHex, ...key.sign(hash)]),
    ]
    expect(await codeOf(signIn.verify(await prove(address, both)))).toBe('resolved')
    expect(await codeOf(signIn.verify(await prove(address, owner.sign)))).toBe('signature_invalid')
  })

  it('like Braavos’s signs in with three felts', async () => {
    const key = createStarkKey()
    const address = newAddress()
    node.deploy(address, braavosLike(key.publicKey))
    expect(await codeOf(signIn.verify(await prove(address, (hash) => ['0x1', ...key.sign(hash)])))).toBe(
      'resolved',
    )
  })

  it('of Cairo 0 is asked by its older entry point', async () => {
    const key = createStarkKey()
    const address = newAddress()
    node.deploy(address, older(key.publicKey))
    expect(await codeOf(signIn.verify(await prove(address, key.sign)))).toBe('resolved')
    expect(await codeOf(signIn.verify(await prove(address, createStarkKey().sign)))).toBe('signature_invalid')
  })

  it('may have address, chain and felts in any spelling', async () => {
    const key = createStarkKey()
    const address = newAddress()
    node.deploy(address, argentLike(key.publicKey))
    const proof = await prove(address, (hash) => key.sign(hash).map((felt) => BigInt(felt).toString()))
    const result = await signIn.verify({
      ...proof,
      address: `0x${BigInt(address).toString(16)}`,
      chainId: 'starknet:SNSEPOLIA',
    })
    expect(result).toEqual({ address, chainId: CHAIN })
  })

  it('H01: signs in once, in either form of its signature (H15)', async () => {
    const key = createStarkKey()
    const address = newAddress()
    node.deploy(address, () => ['0x56414c4944'])
    const proof = await prove(address, key.sign)
    await signIn.verify(proof)
    expect(await codeOf(signIn.verify(proof))).toBe('nonce_used')
    expect(await codeOf(signIn.verify({ ...proof, signature: [...proof.signature].reverse() }))).toBe(
      'nonce_used',
    )
  })

  it.each([
    ['VALID', ['0x56414c4944'], 'resolved'],
    ['1, as accounts before SNIP-6 do', ['0x1'], 'resolved'],
    ['0', ['0x0'], 'signature_invalid'],
    ['2', ['0x2'], 'signature_invalid'],
    ['an error’s name', ['0x496e76616c6964'], 'signature_invalid'],
    ['INVALID_SIG', ['0x494e56414c49445f534947'], 'signature_invalid'],
    ['nothing', [], 'signature_invalid'],
    ['VALID and more', ['0x56414c4944', '0x1'], 'signature_invalid'],
    ['no felts, which no contract can', ['VALID'], 'rpc_failed'],
    ['10,000 felts', Array.from({ length: 10_000 }, () => '0x1'), 'signature_invalid'],
    ['by a revert', { code: 40, message: 'Contract error' }, 'signature_invalid'],
    [
      'by a revert that speaks of a missing contract',
      { code: 40, message: 'contract not found' },
      'signature_invalid',
    ],
    ['that its node is busy', { code: 429, message: 'Too many requests' }, 'rpc_failed'],
  ])('H14: has a verdict for each answer: %s', async (_, answer, expected) => {
    const address = newAddress()
    node.deploy(address, () => answer)
    expect(await codeOf(signIn.verify(await prove(address, () => ['0x1', '0x2'])))).toBe(expected)
  })

  it.each<[string, unknown]>([
    ['no felts', []],
    ['a text', '0x1'],
    ['an object', {}],
    ['nothing', undefined],
    ['a letter', ['x']],
    ['a negative number', ['-1']],
    ['more felts than any account has', Array(1_025).fill('0x1')],
  ])('is not asked about a signature of %s', async (_, signature) => {
    const before = node.methods.length
    const proof = await prove(newAddress(), () => ['0x1', '0x2'])
    const code = await codeOf(signIn.verify({ ...proof, signature: signature as never }))
    // A single felt is a signature that an account may accept.
    if (signature !== '0x1') expect([code, node.methods.length]).toEqual(['signature_invalid', before])
  })
})

const CLASS = {
  openZeppelin: '0x05b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564',
  argent3: '0x029927c8af6bccf3f6fda035981e765a7bdbf18a2dc0d630494f8758aa908e2b',
  argent4: '0x036078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f',
  braavosBase: '0x013bfe114fb1cf405bfc3a7f8dbe2d91db146c17521d40dcf57e16d6b59fa8e6',
}

function plan(class_hash: string, calldata: string[], salt = '0x5a17') {
  const address = starknetHash.calculateContractAddressFromHash(salt, class_hash, calldata, 0)
  return {
    address: `0x${BigInt(address).toString(16).padStart(64, '0')}`,
    deployment: { address, class_hash, salt, calldata, version: 1 as const },
  }
}

describe('H13: a Starknet account that is not deployed yet', () => {
  const [owner, guardian] = [createStarkKey(), createStarkKey()]
  const plain: Sign = (hash) => owner.sign(hash)
  const five: Sign = (hash) => ['0x1', '0x0', owner.publicHex, ...owner.sign(hash)]
  const nine: Sign = (hash) => [
    '0x2',
    '0x0',
    owner.publicHex,
    ...owner.sign(hash),
    '0x0',
    guardian.publicHex,
    ...guardian.sign(hash),
  ]

  it.each<[string, string, string[], Sign]>([
    ['OpenZeppelin', CLASS.openZeppelin, [owner.publicHex], plain],
    [
      'OpenZeppelin, as starknet.js’ guide deploys it',
      '0x540d7f5ec7ecf317e68d48564934cb99259781b1ee3cedbbc37ec5337f8e688',
      [owner.publicHex],
      plain,
    ],
    [
      'OpenZeppelin 2.0',
      '0x79a9a12fdfa0481e8d8d46599b90226cd7247b2667358bb00636dd864002314',
      [owner.publicHex],
      plain,
    ],
    [
      'OpenZeppelin 4',
      '0x3013bf2edcf93ac575367eee41cd07bb50e809c78925817b61878db29826144',
      [owner.publicHex],
      plain,
    ],
    ['argentX 0.3', CLASS.argent3, [owner.publicHex, '0x0'], plain],
    [
      'argentX between 0.3.0 and 0.3.1',
      '0x2fadbf77a721b94bdcc3032d86a8921661717fa55145bccf88160ee2a5efcd1',
      [owner.publicHex, '0x0'],
      plain,
    ],
    [
      'argentX 0.3 with a guardian',
      CLASS.argent3,
      [owner.publicHex, guardian.publicHex],
      (hash) => [...owner.sign(hash), ...guardian.sign(hash)],
    ],
    ['argentX 0.4, two felts', CLASS.argent4, ['0x0', owner.publicHex, '0x1'], plain],
    ['argentX 0.4, five felts', CLASS.argent4, ['0x0', owner.publicHex, '0x1'], five],
    [
      'argentX 0.4 with a guardian',
      CLASS.argent4,
      ['0x0', owner.publicHex, '0x0', '0x0', guardian.publicHex],
      nine,
    ],
    ['Braavos', CLASS.braavosBase, [owner.publicHex], (hash) => ['0x1', ...owner.sign(hash)]],
    ['Braavos, two felts', CLASS.braavosBase, [owner.publicHex], plain],
  ])(
    'of %s signs in with its deployment data, and with no other key',
    async (_, classHash, calldata, sign) => {
      const { address, deployment } = plan(classHash, calldata)
      const proof = await prove(address, sign)
      expect(await codeOf(signIn.verify(proof))).toBe('account_not_deployed')
      expect(await signIn.verify({ ...proof, deployment })).toEqual({ address, chainId: CHAIN })

      const stranger = createStarkKey()
      const foreign = await prove(address, (hash) =>
        sign(hash).map((felt, index, all) =>
          index < all.length - 2 ? felt : (stranger.sign(hash)[index - all.length + 2] as string),
        ),
      )
      expect(await codeOf(signIn.verify({ ...foreign, deployment }))).toBe('signature_invalid')
    },
  )

  it.each<[string, string, (data: ReturnType<typeof plan>['deployment']) => unknown]>([
    ['no deployment data', 'account_not_deployed', () => undefined],
    ['null', 'account_not_deployed', () => null],
    ['text', 'account_not_deployed', () => 'deployment'],
    ['no class', 'account_not_deployed', ({ class_hash: _, ...rest }) => rest],
    ['a class that is not known', 'account_not_deployed', (data) => ({ ...data, class_hash: '0x123' })],
    ['calldata that is no list', 'account_not_deployed', (data) => ({ ...data, calldata: owner.publicHex })],
    [
      'a key of another kind',
      'account_not_deployed',
      (data) => ({ ...data, calldata: ['0x1', owner.publicHex, '0x1'] }),
    ],
    [
      'calldata of another class',
      'account_not_deployed',
      (data) => ({ ...data, calldata: [owner.publicHex] }),
    ],
    [
      '10,000 felts',
      'account_not_deployed',
      (data) => ({ ...data, calldata: Array.from({ length: 10_000 }, () => '0x1') }),
    ],
    ['another salt', 'account_mismatch', (data) => ({ ...data, salt: '0x1' })],
    [
      'another key',
      'account_mismatch',
      (data) => ({ ...data, calldata: ['0x0', guardian.publicHex, '0x1'] }),
    ],
  ])('with %s ends as %s', async (_, expected, change) => {
    const { address, deployment } = plan(CLASS.argent4, ['0x0', owner.publicHex, '0x1'])
    const proof = await prove(address, plain)
    expect(await codeOf(signIn.verify({ ...proof, deployment: change(deployment) as never }))).toBe(expected)
  })

  it('needs every key that its constructor names', async () => {
    const { address, deployment } = plan(CLASS.argent4, [
      '0x0',
      owner.publicHex,
      '0x0',
      '0x0',
      guardian.publicHex,
    ])
    for (const sign of [plain, five]) {
      expect(await codeOf(signIn.verify({ ...(await prove(address, sign)), deployment }))).toBe(
        'signature_invalid',
      )
    }
  })

  describe.each([
    ['0.1.1', '0x6e150953b26271a740bf2b6e9bca17cc52c68d765f761295de51ceb8526ee72', 1],
    ['0.2.0', '0x07aeca3456816e3b833506d7cc5c1313d371fbdb0ae95ee70af72a4ddbf42594', 2],
    ['0.5.0', '0x04696d09aa2c697863ba977ae42c51ca0fd1435810fb690c82b50b56ab3f39df', 2],
  ])('is Argent’s multisig %s', (_, classHash, width) => {
    const third = createStarkKey()
    const calldata = (keys: string[], threshold = '0x2') => [
      threshold,
      `0x${keys.length.toString(16)}`,
      ...keys.flatMap((key) => (width === 2 ? ['0x0', key] : [key])),
    ]
    const names = [owner, guardian, third].map((key) => key.publicHex)
    const by =
      (...keys: (typeof owner)[]): Sign =>
      (hash) =>
        width === 2
          ? [`0x${keys.length}`, ...keys.flatMap((key) => ['0x0', key.publicHex, ...key.sign(hash)])]
          : keys.flatMap((key) => [key.publicHex, ...key.sign(hash)])

    it.each<[string, string, Sign, string[]]>([
      ['two of three', 'resolved', by(owner, third), calldata(names)],
      ['the other two', 'resolved', by(third, guardian), calldata(names)],
      ['one alone', 'signature_invalid', by(owner), calldata(names)],
      ['one twice', 'signature_invalid', by(owner, owner), calldata(names)],
      ['three where two are needed', 'signature_invalid', by(owner, guardian, third), calldata(names)],
      ['a stranger', 'signature_invalid', by(owner, createStarkKey()), calldata(names)],
      [
        'pairs without names',
        'signature_invalid',
        (hash) => [...owner.sign(hash), ...third.sign(hash)],
        calldata(names),
      ],
      ['one of one, plain', 'signature_invalid', plain, calldata(names.slice(0, 1), '0x1')],
      ['a threshold of none', 'account_not_deployed', by(owner), calldata(names, '0x0')],
      ['a threshold beyond its keys', 'account_not_deployed', by(owner, third), calldata(names, '0x4')],
      ['a key that is named twice', 'account_not_deployed', by(owner, third), calldata([...names, ...names])],
      ['a key that is 0', 'account_not_deployed', by(owner, third), calldata([...names, '0x0'])],
    ])('is signed by %s: %s', async (_signer, expected, sign, felts) => {
      const { address, deployment } = plan(classHash, felts)
      expect(await codeOf(signIn.verify({ ...(await prove(address, sign)), deployment }))).toBe(expected)
    })
  })

  it('is asked itself once it is deployed, because its first key may have been replaced', async () => {
    const { address, deployment } = plan(CLASS.openZeppelin, [owner.publicHex], '0x77')
    node.deploy(address, braavosLike(guardian.publicKey))
    expect(await codeOf(signIn.verify({ ...(await prove(address, plain)), deployment }))).toBe(
      'signature_invalid',
    )
  })
})

describe('the content of a Starknet message', () => {
  const account = () => {
    const key = createStarkKey()
    const address = newAddress()
    node.deploy(address, argentLike(key.publicKey))
    return { key, address }
  }

  it.each<[string, string, (data: SignInTypedData) => void]>([
    [
      'H03: another domain',
      'domain_mismatch',
      (data) => {
        data.domain.name = 'evil.example'
      },
    ],
    [
      'the domain of a bare nonce',
      'domain_mismatch',
      (data) => {
        data.domain.name = 'domain'
      },
    ],
    [
      'H02: a nonce that was not issued',
      'nonce_unknown',
      (data) => {
        data.message.message = 'nonceNonceNonceNonce'
      },
    ],
    [
      'H16: a nonce that is a number',
      'message_invalid',
      (data) => {
        data.message.message = '12345678901234567890'
      },
    ],
    [
      'H16: a nonce that is hex',
      'message_invalid',
      (data) => {
        data.message.message = '0x1f'
      },
    ],
    [
      'H16: an empty nonce',
      'message_invalid',
      (data) => {
        data.message.message = ''
      },
    ],
    [
      'H19: a nonce of 32 characters',
      'message_too_long',
      (data) => {
        data.message.message = 'n'.repeat(32)
      },
    ],
    [
      'H19: a domain of 32 characters',
      'message_too_long',
      (data) => {
        data.domain.name = 'd'.repeat(32)
      },
    ],
    [
      'H05: another chain',
      'chain_mismatch',
      (data) => {
        data.domain.chainId = 'SN_MAIN'
      },
    ],
    [
      'another version',
      'message_invalid',
      (data) => {
        data.domain.version = '0.0.2'
      },
    ],
    [
      'a version as number',
      'message_invalid',
      (data) => {
        data.domain.version = 1
      },
    ],
    [
      'a part more in the message',
      'message_invalid',
      (data) => {
        data.message.amount = '1'
      },
    ],
    [
      'a part more in the domain',
      'message_invalid',
      (data) => {
        data.domain.revision = '0'
      },
    ],
    [
      'other types',
      'message_invalid',
      (data) => {
        data.types.Message = [{ name: 'message', type: 'string' }]
      },
    ],
    [
      'a type more',
      'message_invalid',
      (data) => {
        data.types.Order = [{ name: 'amount', type: 'felt' }]
      },
    ],
    [
      'no types',
      'message_invalid',
      (data) => {
        data.types = null as never
      },
    ],
    [
      'another primary type',
      'message_invalid',
      (data) => {
        data.primaryType = 'StarkNetDomain'
      },
    ],
  ])('is checked: %s: %s', async (_, expected, change) => {
    const { address } = account()
    const proof = await prove(address, () => ['0x1', '0x2'])
    change(proof.message)
    expect(await codeOf(signIn.verify(proof))).toBe(expected)
  })

  it('may have the members of its domain in another order', async () => {
    const { key, address } = account()
    const change = (data: SignInTypedData) => void data.types.StarkNetDomain?.reverse()
    expect(await codeOf(signIn.verify(await prove(address, key.sign, { change })))).toBe('resolved')
  })

  it('H05: must be for a chain of the server, each of which needs a node', async () => {
    const { key, address } = account()
    const { nonce } = await signIn.issueNonce()
    const message = createStarknetSignIn({ message: nonce, domain: 'shop.example', chainId: 'SN_MAIN' })
    const proof = {
      namespace: 'starknet' as const,
      chainId: 'starknet:SN_MAIN',
      address,
      message,
      signature: key.sign('0x1'),
    }
    const withChains = (...chains: string[]) =>
      createSignIn({ domain: 'shop.example', chains, rpc: { [CHAIN]: node.url } })
    expect(await codeOf(withChains(CHAIN).verify(proof))).toBe('chain_mismatch')
    expect(await codeOf(signIn.verify({ ...proof, chainId: CHAIN }))).toBe('chain_mismatch')
    expect(() => withChains(CHAIN, 'starknet:SN_MAIN')).toThrow(
      expect.objectContaining({ code: 'config_invalid' }),
    )
  })

  it('has the word domain as its domain when the server sends its nonces alone', async () => {
    const { key, address } = account()
    const slower = createSignIn({
      domain: 'shop.example',
      chains: [CHAIN],
      rpc: { [CHAIN]: node.url },
      bareNonce: true,
    })
    expect(await codeOf(slower.verify(await prove(address, key.sign, { by: slower })))).toBe('resolved')
  })
})

describe('H17, H19: long domains', () => {
  const LONG = 'a-rather-long-name-of-a-shop.example'
  const LIKE = 'a-rather-long-name-of-a-shop.evil.example'
  const create = (domain: string, truncate?: boolean) =>
    createSignIn({ domain, chains: [CHAIN], rpc: { [CHAIN]: node.url }, truncate })

  it('are refused when the message is created, and never cut silently', async () => {
    const { nonce } = await create(LONG).issueNonce()
    expect(() => createStarknetSignIn({ message: nonce, domain: LONG, chainId: CHAIN })).toThrow(
      expect.objectContaining({ code: 'message_too_long' }),
    )
    expect(() => createStarknetSignIn({ message: 'n'.repeat(32), domain: 'd', chainId: CHAIN })).toThrow(
      expect.objectContaining({ code: 'message_too_long' }),
    )
    const { message, domain } = createStarknetSignIn({
      message: 'n'.repeat(31),
      domain: 'd'.repeat(31),
      chainId: CHAIN,
    })
    expect([message.message, domain.name]).toEqual(['n'.repeat(31), 'd'.repeat(31)])
  })

  it('are cut to 31 characters with truncate, on both sides', async () => {
    const key = createStarkKey()
    const address = newAddress()
    node.deploy(address, argentLike(key.publicKey))
    for (const [server, expected] of [
      [create(LONG, true), 'resolved'],
      [create(LONG), 'domain_mismatch'],
    ] as const) {
      const { nonce, domain } = await server.issueNonce()
      const message = createStarknetSignIn({ message: nonce, domain, chainId: CHAIN, truncate: true })
      expect(message.domain.name).toBe(LONG.slice(0, 31))
      expect(message.message.message).toBe(nonce)
      const signature = key.sign(library.getMessageHash(message as never, address))
      expect(
        await codeOf(server.verify({ namespace: 'starknet', chainId: CHAIN, address, message, signature })),
      ).toBe(expected)
    }
  })

  it('that begin alike differ in revision 1, which has the whole host', async () => {
    const key = createStarkKey()
    const address = newAddress()
    node.deploy(address, argentLike(key.publicKey))
    const server = create(LONG)
    const now = Math.floor(Date.now() / 1_000)
    for (const [host, expected] of [
      [LIKE, 'domain_mismatch'],
      [LONG, 'resolved'],
    ] as const) {
      const { nonce } = await server.issueNonce()
      const message = createStarknetSignInRevision1({
        host,
        address,
        nonce,
        chainId: CHAIN,
        issuedAt: now,
        expiresAt: now + 60,
      })
      const signature = key.sign(library.getMessageHash(message as never, address))
      expect(
        await codeOf(server.verify({ namespace: 'starknet', chainId: CHAIN, address, message, signature })),
      ).toBe(expected)
    }
  })
})

describe('the revision 1 form of a message', () => {
  const now = () => Math.floor(Date.now() / 1_000)
  const verify = async (
    change: (data: SignInTypedData) => void,
    times: { issuedAt?: number; expiresAt?: number } = {},
  ) => {
    const key = createStarkKey()
    const address = newAddress()
    node.deploy(address, argentLike(key.publicKey))
    const { nonce } = await signIn.issueNonce()
    const base = { host: 'shop.example', address, nonce, chainId: CHAIN }
    const message = createStarknetSignInRevision1({
      ...base,
      issuedAt: now(),
      expiresAt: now() + 60,
      ...times,
    })
    change(message)
    const signature = key.sign(library.getMessageHash(message as never, address))
    return codeOf(signIn.verify({ namespace: 'starknet', chainId: CHAIN, address, message, signature }))
  }

  it('signs in', async () => {
    expect(await verify(() => {})).toBe('resolved')
  })

  it.each<[string, string, () => { issuedAt?: number; expiresAt?: number }]>([
    ['H07: issued 11 minutes ago', 'message_expired', () => ({ issuedAt: now() - 660 })],
    ['H07: issued 6 minutes ahead', 'message_expired', () => ({ issuedAt: now() + 360 })],
    ['H06: expired', 'message_expired', () => ({ expiresAt: now() - 1 })],
  ])('is checked: %s ends as %s', async (_, expected, times) => {
    expect(await verify(() => {}, times())).toBe(expected)
  })

  it.each<[string, string, (data: SignInTypedData) => void]>([
    [
      'H03: another host',
      'domain_mismatch',
      (data) => {
        data.message.host = 'evil.example'
      },
    ],
    [
      'another account',
      'account_mismatch',
      (data) => {
        data.message.address = '0x1'
      },
    ],
    [
      'another name',
      'message_invalid',
      (data) => {
        data.domain.name = 'Sign out'
      },
    ],
    [
      'another version',
      'message_invalid',
      (data) => {
        data.domain.version = '1'
      },
    ],
    [
      'a host that is none',
      'message_invalid',
      (data) => {
        data.message.host = 'shop.example/login'
      },
    ],
    [
      'a time that is none',
      'message_invalid',
      (data) => {
        data.message.issuedAt = '99999999999999999999'
      },
    ],
  ])('is refused for the right reason: %s ends as %s', async (_, expected, change) => {
    expect(await verify(change)).toBe(expected)
  })

  it.each([
    { host: '' },
    { host: 'shop example' },
    { host: 'https://shop.example' },
    { address: '0x0' },
    { nonce: '0x1f' },
    { issuedAt: 1.5 },
    { expiresAt: -1 },
  ])('cannot be created from %j', (change) => {
    const input = {
      host: 'shop.example',
      address: '0x1',
      nonce: 'nonceNonceNonceNonce',
      chainId: CHAIN,
      issuedAt: 1,
      expiresAt: 2,
    }
    expect(() => createStarknetSignInRevision1({ ...input, ...change })).toThrow(
      expect.objectContaining({ code: 'message_invalid' }),
    )
  })
})

describe('the SNIP-12 hash of another library', () => {
  const nonce = 'nonceNonceNonceNonce'
  const address = `0x${'12'.padStart(64, '0')}`

  it('equals ours for revision 0', () => {
    const data = createStarknetSignIn({ message: nonce, domain: 'shop.example', chainId: CHAIN })
    const type = (text: string) => keccak(new TextEncoder().encode(text))
    const domainHash = computeHashOnElements([
      type('StarkNetDomain(name:felt,chainId:felt,version:felt)'),
      ...['shop.example', 'SN_SEPOLIA', '0.0.1'].map(encode),
    ])
    const messageHash = computeHashOnElements([type('Message(message:felt)'), encode(nonce)])
    const expected = computeHashOnElements([
      encode('StarkNet Message'),
      domainHash,
      BigInt(address),
      messageHash,
    ])
    expect(BigInt(library.getMessageHash(data as never, address))).toBe(BigInt(expected as string))
  })

  it('equals ours for revision 1', () => {
    const host = 'a-rather-long-name-of-a-shop.example'
    const data = createStarknetSignInRevision1({
      host,
      address,
      nonce,
      chainId: CHAIN,
      issuedAt: 1_800_000_000,
      expiresAt: 1_800_000_600,
    })
    const type = (text: string) => keccak(new TextEncoder().encode(text))
    const domainHash = poseidonHashMany([
      type(
        '"StarknetDomain"("name":"shortstring","version":"shortstring","chainId":"shortstring","revision":"shortstring")',
      ),
      ...['Sign in', '0.0.1', 'SN_SEPOLIA'].map(encode),
      1n,
    ])
    const hostHash = poseidonHashMany([
      1n,
      encode(host.slice(0, 31)),
      encode(host.slice(31)),
      BigInt(host.length - 31),
    ])
    const messageHash = poseidonHashMany([
      type(
        '"SignIn"("host":"string","address":"ContractAddress","nonce":"shortstring","issuedAt":"timestamp","expiresAt":"timestamp")',
      ),
      hostHash,
      BigInt(address),
      encode(nonce),
      1_800_000_000n,
      1_800_000_600n,
    ])
    const expected = poseidonHashMany([encode('StarkNet Message'), domainHash, BigInt(address), messageHash])
    expect(BigInt(library.getMessageHash(data as never, address))).toBe(expected)
    expect(parseStarknetSignIn(data)).toMatchObject({ revision: 1, domain: host, nonce })
  })

  it('is what the keys of the tests sign, as the chain expects', () => {
    const key = createStarkKey()
    const [r, s] = key.sign('0x1234') as [string, string]
    expect(isSignedBy(key.publicKey, 0x1234n, BigInt(r), BigInt(s))).toBe(true)
    expect(isSignedBy(key.publicKey, 0x1235n, BigInt(r), BigInt(s))).toBe(false)
  })
})

it('the check of a signature ends within ten seconds when an answer never comes', async () => {
  const hung = createSignIn({
    domain: 'shop.example',
    chains: [CHAIN],
    rpc: {
      [CHAIN]: (_method, _params, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    },
  })
  const proof = await prove(newAddress(), createStarkKey().sign, { by: hung })
  const timeout = AbortSignal.timeout
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 100)
  try {
    expect(await codeOf(hung.verify(proof))).toBe('rpc_failed')
  } finally {
    AbortSignal.timeout = timeout
  }
})

it('a nonce and its message are valid for ten minutes', async () => {
  let time = Date.now()
  const key = createStarkKey()
  const address = newAddress()
  node.deploy(address, argentLike(key.publicKey))
  const server = createSignIn({
    domain: 'shop.example',
    chains: [CHAIN],
    rpc: { [CHAIN]: node.url },
    now: () => time,
  })
  const proofs = [
    await prove(address, key.sign, { by: server }),
    await prove(address, key.sign, { by: server }),
  ] as const
  time += 9 * MINUTE
  expect(await codeOf(server.verify(proofs[0]))).toBe('resolved')
  time += MINUTE
  expect(await codeOf(server.verify(proofs[1]))).toBe('nonce_unknown')
})
