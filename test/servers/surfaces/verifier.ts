import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hash } from 'starknet'
import { concat, encodeAbiParameters, type Hex } from 'viem'
import { FELT_PRIME } from '../../../src/protocol/felt.js'
import {
  createStarknetSignIn,
  createStarknetSignInRevision1,
} from '../../../src/protocol/sign-in-starknet.js'
import { createMemoryStore } from '../../../src/server/memory-store.js'
import type { RpcRequest } from '../../../src/server/rpc.js'
import { createSignIn, type SignInOptions } from '../../../src/server/sign-in.js'
import { codeOf, createVisitor, proveNonce, writeMessage } from '../../unit/server/visitor.js'
import { count, rowsOf, type SurfaceAttack } from './surface.js'

const CHAINS = ['eip155:1', 'eip155:8453', 'starknet:SN_MAIN']
/** A node that nobody reaches: without one, the server does not start. */
const RPC = { 'starknet:SN_MAIN': 'http://127.0.0.1:9' }
const open = (options: Partial<SignInOptions> = {}) =>
  createSignIn({ domain: 'shop.example', chains: CHAINS, ...options, rpc: { ...RPC, ...options.rpc } })
type Proof = Awaited<ReturnType<typeof proveNonce>>
type Edit = (proof: Proof) => unknown

const key = rowsOf('the verifier of keys')
const ORDER = secp256k1.Point.Fn.ORDER
const hex = (value: bigint) => value.toString(16).padStart(64, '0')

/** A good proof, which is then changed. */
const forged = (
  name: string,
  out: string,
  edit: Edit,
  fields: object = {},
  options: Partial<SignInOptions> = {},
) =>
  key(name, out, async () => {
    const signIn = open(options)
    const proof = await proveNonce((await signIn.issueNonce()).nonce, createVisitor(), fields)
    return codeOf(signIn.verify(edit(proof) as Proof))
  })

/** A message that is changed before its own wallet signs it. */
const written = (
  name: string,
  out: string,
  change: (text: string) => string,
  options: Partial<SignInOptions> = {},
) =>
  key(name, out, async () => {
    const [signIn, visitor] = [open(options), createVisitor()]
    const message = change(writeMessage((await signIn.issueNonce()).nonce, visitor.address))
    const signature = await visitor.sign(message)
    return codeOf(
      signIn.verify({
        namespace: 'eip155',
        chainId: 'eip155:1',
        address: visitor.address,
        message,
        signature,
      }),
    )
  })

const line = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to)
/** Changes the number at a place of the signature: 0 is r, 1 is s. */
const number =
  (at: 0 | 1, change: (value: bigint) => bigint): Edit =>
  (proof) => {
    const [from, to] = [2 + 64 * at, 66 + 64 * at]
    const value = change(BigInt(`0x${proof.signature.slice(from, to)}`))
    return { ...proof, signature: proof.signature.slice(0, from) + hex(value) + proof.signature.slice(to) }
  }

const keys: SurfaceAttack[] = [
  written(
    'a domain with a Cyrillic letter, which reads as ours',
    'message_invalid',
    line('shop.example wants', 'sh\u043ep.example wants'),
  ),
  written(
    'a domain in full-width letters, which Unicode folds into ours',
    'message_invalid',
    line('shop.example wants', '\uff53hop.example wants'),
  ),
  written(
    'a domain with a soft hyphen',
    'message_invalid',
    line('shop.example wants', 'sh\u00adop.example wants'),
  ),
  written(
    'a domain with an escaped letter',
    'domain_mismatch',
    line('shop.example wants', 'sh%6fp.example wants'),
  ),
  written(
    'a domain with our port written out',
    'domain_mismatch',
    line('shop.example wants', 'shop.example:443 wants'),
  ),
  written(
    'a domain with a port of nothing',
    'domain_mismatch',
    line('shop.example wants', 'shop.example: wants'),
  ),
  written(
    'a URI with a backslash before another host',
    'message_invalid',
    line('https://shop.example/login', 'https://shop.example\\@evil.example'),
  ),
  written(
    'a URI with a tab in its host',
    'message_invalid',
    line('https://shop.example/login', 'https://shop.exa\tmple/login'),
  ),
  written(
    'a URI whose host is ours in full-width letters',
    'message_invalid',
    line('URI: https://shop', 'URI: https://\uff53hop'),
  ),
  written(
    'a URI below our path by dots that leave it',
    'domain_mismatch',
    line('/login', '/admin/../login'),
    { path: '/admin' },
  ),
  written(
    'a URI below our path by escaped dots that leave it',
    'domain_mismatch',
    line('/login', '/admin/%2e%2e/login'),
    { path: '/admin' },
  ),
  written('a URI beside our path that begins like it', 'domain_mismatch', line('/login', '/administrator'), {
    path: '/admin',
  }),
  written('our path in capitals', 'domain_mismatch', line('/login', '/ADMIN'), { path: '/admin' }),
  written(
    'a resource that begins like the one that is required',
    'domain_mismatch',
    (text) => `${text}\nResources:\n- https://shop.example/terms.evil`,
    { resources: ['https://shop.example/terms'] },
  ),
  written('lines that end with CR alone', 'message_invalid', (text) => text.replaceAll('\n', '\r')),
  written('one CRLF among the LFs', 'message_invalid', line('\nVersion', '\r\nVersion')),
  written(
    'lines that end with the line separator of Unicode',
    'message_invalid',
    line('\nNonce', '\u2028Nonce'),
  ),
  written('a NUL before the address', 'message_invalid', line('\n0x', '\n\u00000x')),
  written('a mark of byte order before the first line', 'message_invalid', (text) => `\ufeff${text}`),
  written(
    'two nonces, the second one ours',
    'message_invalid',
    line('Nonce: ', 'Nonce: nSomebodyElses00\nNonce: '),
  ),
  written(
    'a chain id of 2^53 + 1, which JavaScript rounds',
    'message_invalid',
    line('Chain ID: 1', 'Chain ID: 9007199254740993'),
  ),
  written('a chain id below zero', 'message_invalid', line('Chain ID: 1', 'Chain ID: -1')),
  written('a chain id with a fraction', 'message_invalid', line('Chain ID: 1', 'Chain ID: 1.0')),
  written('a chain id in Arabic digits', 'message_invalid', line('Chain ID: 1', 'Chain ID: \u0661')),
  written('a year of five digits', 'message_invalid', line(/Issued At: /, 'Issued At: +0')),
  written('a time without an offset', 'message_invalid', line(/(Issued At: .*)Z/, '$1')),
  written('an offset of 24 hours', 'message_invalid', line(/(Issued At: .*)Z/, '$1+24:00')),
  forged('a chain id as a list that reads as one', 'request_invalid', (proof) => ({
    ...proof,
    chainId: ['eip155:1'],
  })),
  forged('a chain id as a number beyond 2^53', 'request_invalid', (proof) => ({
    ...proof,
    chainId: 2 ** 53 + 2,
  })),
  forged('a chain id with a line break at its end', 'request_invalid', (proof) => ({
    ...proof,
    chainId: 'eip155:1\n',
  })),
  forged('a chain id that is 1 after 64 bits overflow', 'request_invalid', (proof) => ({
    ...proof,
    chainId: 'eip155:18446744073709551617',
  })),
  forged('the same account at another chain that is offered', 'chain_mismatch', (proof) => ({
    ...proof,
    chainId: 'eip155:8453',
  })),
  forged('a namespace that is the object’s own', 'request_invalid', (proof) => ({
    ...proof,
    namespace: '__proto__',
  })),
  forged('an address as a list that reads as one', 'request_invalid', (proof) => ({
    ...proof,
    address: [proof.address],
  })),
  forged('an address with a line break at its end', 'request_invalid', (proof) => ({
    ...proof,
    address: `${proof.address}\n`,
  })),
  forged(
    'a signature whose r has the order added',
    'signature_invalid',
    number(0, (r) => (r + ORDER) & ((1n << 256n) - 1n)),
  ),
  forged(
    'a signature with an r of zero',
    'signature_invalid',
    number(0, () => 0n),
  ),
  forged(
    'a signature with an s of zero',
    'signature_invalid',
    number(1, () => 0n),
  ),
  forged(
    'a signature with an s of one',
    'signature_invalid',
    number(1, () => 1n),
  ),
  forged(
    'the mirrored s without the other v',
    'signature_invalid',
    number(1, (s) => ORDER - s),
  ),
  forged('64 bytes (EIP-2098) that keep a 65th', 'signature_invalid', (proof) => {
    const high = (Number.parseInt(proof.signature.slice(66, 68), 16) | 0x80).toString(16)
    return { ...proof, signature: `${proof.signature.slice(0, 66)}${high}${proof.signature.slice(68)}` }
  }),
  forged('64 bytes (EIP-2098) with the other parity', 'signature_invalid', (proof) => {
    const odd = proof.signature.endsWith('1c') ? 0 : 0x80
    const high = (Number.parseInt(proof.signature.slice(66, 68), 16) + odd).toString(16).padStart(2, '0')
    return { ...proof, signature: `${proof.signature.slice(0, 66)}${high}${proof.signature.slice(68, 130)}` }
  }),
  forged('a v of 256 that is 0 in one byte', 'signature_invalid', (proof) => ({
    ...proof,
    signature: `${proof.signature.slice(0, 130)}0100`,
  })),
  forged('a v of EIP-155, as in a transaction', 'signature_invalid', (proof) => ({
    ...proof,
    signature: `${proof.signature.slice(0, 130)}25`,
  })),
  forged('a signature as a list of its bytes', 'signature_invalid', (proof) => ({
    ...proof,
    signature: [proof.signature],
  })),
  key('a signature over the digest of the text without its prefix', 'signature_invalid', async () => {
    const [signIn, { account }] = [open(), createVisitor()]
    const message = writeMessage((await signIn.issueNonce()).nonce, account.address)
    const digest = `0x${Buffer.from(new TextEncoder().encode(message)).toString('hex').slice(0, 64)}` as Hex
    const signature = await account.sign({ hash: digest })
    return codeOf(
      signIn.verify({
        namespace: 'eip155',
        chainId: 'eip155:1',
        address: account.address,
        message,
        signature,
      }),
    )
  }),
]

const contract = rowsOf('the verifier of contracts')
const MAGIC = `0x1626ba7e${'0'.repeat(56)}`
/** A contract’s proof that is judged by a node with one answer. */
const contracts = (name: string, out: string, answer: RpcRequest, signature: Hex = `0x${'11'.repeat(65)}`) =>
  contract(name, out, async () => {
    const signIn = open({ rpc: { 'eip155:1': answer } })
    const proof = await proveNonce((await signIn.issueNonce()).nonce, createVisitor())
    return codeOf(signIn.verify({ ...proof, signature }))
  })
const wrapper = (offset: bigint): Hex => {
  const bytes = encodeAbiParameters(
    [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
    [`0x${'11'.repeat(20)}`, '0x', '0x22'],
  )
  return concat([`0x${bytes.slice(2, 66)}${hex(offset)}${bytes.slice(130)}`, `0x${'6492'.repeat(16)}`])
}
const NO = `0x${hex(0n)}`

const contractRows: SurfaceAttack[] = [
  contracts('the magic value itself, where our own code must answer 1', 'rpc_failed', async () => MAGIC),
  contracts('an answer of 1 in capitals and without its zeros', 'rpc_failed', async () => '0X1'),
  contracts('an answer that is a list with the right word', 'rpc_failed', async () => [`0x${hex(1n)}`]),
  contracts('an error whose text is the right word', 'rpc_failed', async () => {
    throw { code: -32_000, message: `0x${hex(1n)}` }
  }),
  contracts(
    'a wrapper whose offset is 2^256 - 1',
    'signature_invalid',
    async () => NO,
    wrapper((1n << 256n) - 1n),
  ),
  contracts(
    'a wrapper whose offset is behind its end',
    'signature_invalid',
    async () => NO,
    wrapper(1n << 16n),
  ),
  contracts(
    'a wrapper in a wrapper',
    'signature_invalid',
    async () => NO,
    concat([wrapper(96n), `0x${'6492'.repeat(16)}`]),
  ),
  contract(
    'a signature of 20,000 bytes, which no node is asked about',
    '0 questions, signature_invalid',
    async () => {
      let asked = 0
      const rpc = async () => {
        asked++
        return NO
      }
      const signIn = open({ rpc: { 'eip155:1': rpc } })
      const proof = await proveNonce((await signIn.issueNonce()).nonce, createVisitor())
      const code = await codeOf(signIn.verify({ ...proof, signature: `0x${'11'.repeat(20_000)}` }))
      return `${asked} questions, ${code}`
    },
  ),
  contract('a node of one chain for an account of another', 'signature_invalid', async () => {
    const signIn = open({ rpc: { 'eip155:8453': async () => `0x${hex(1n)}` } })
    const proof = await proveNonce((await signIn.issueNonce()).nonce, createVisitor())
    return codeOf(signIn.verify({ ...proof, signature: `0x${'11'.repeat(65)}` }))
  }),
]

const starknet = rowsOf('the verifier of Starknet accounts')
const ACCOUNT = `0x${'12'.padStart(64, '0')}`
/** A node that knows the account, and says yes to everything. */
const YES: RpcRequest = async () => ['0x56414c4944']

/** A proof of an account that says yes to everything, with a fault that the server itself must see. */
const felts = (
  name: string,
  out: string,
  edit: (proof: Record<string, any>) => unknown,
  node: RpcRequest = YES,
  isLong = false,
) =>
  starknet(name, out, async () => {
    const signIn = open({ rpc: { 'starknet:SN_MAIN': node } })
    const { nonce } = await signIn.issueNonce()
    const now = Math.floor(Date.now() / 1_000)
    const long = {
      host: 'shop.example',
      address: ACCOUNT,
      nonce,
      chainId: 'SN_MAIN',
      issuedAt: now,
      expiresAt: now + 300,
    }
    const message = isLong
      ? createStarknetSignInRevision1(long)
      : createStarknetSignIn({ message: nonce, domain: 'shop.example', chainId: 'SN_MAIN' })
    const proof = {
      namespace: 'starknet',
      chainId: 'starknet:SN_MAIN',
      address: ACCOUNT,
      message: structuredClone(message),
      signature: ['0x1', '0x2'],
    }
    return codeOf(signIn.verify((edit(proof) ?? proof) as Proof))
  })
/** An account of Argent's multisig class that is not deployed: two keys, both must sign. */
const multisig = (() => {
  const class_hash = '0x0737ee2f87ce571a58c6c8da558ec18a07ceb64a6172d5ec46171fbc80077a48'
  const calldata = ['0x2', '0x2', '0x1', '0x3']
  const address = hash.calculateContractAddressFromHash('0x1', class_hash, calldata, 0)
  return { address, deployment: { class_hash, salt: '0x1', calldata }, twice: ['0x1', '0x2', '0x3'] }
})()
const P = `0x${FELT_PRIME.toString(16)}`

/** Without a fault they sign in, so that each row below fails by its fault alone. */
export const CONTROLS: readonly SurfaceAttack[] = [
  felts('a good proof', 'resolved', () => undefined),
  felts('the longer message, as good', 'resolved', () => undefined, YES, true),
]

const starknetRows: SurfaceAttack[] = [
  felts('an address that is the prime, which is zero', 'request_invalid', (proof) => ({
    ...proof,
    address: P,
  })),
  felts('an address that is ours plus the prime', 'request_invalid', (proof) => ({
    ...proof,
    address: `0x${(FELT_PRIME + 0x12n).toString(16)}`,
  })),
  felts('an address below zero', 'request_invalid', (proof) => ({ ...proof, address: '-0x12' })),
  felts('a signature with a felt that is the prime', 'signature_invalid', (proof) => ({
    ...proof,
    signature: ['0x1', P],
  })),
  felts('a signature with a negative number', 'signature_invalid', (proof) => ({
    ...proof,
    signature: ['0x1', -2],
  })),
  felts('a signature with a number beyond 2^53', 'signature_invalid', (proof) => ({
    ...proof,
    signature: ['0x1', 2 ** 53 + 2],
  })),
  felts('a signature with a hole', 'signature_invalid', (proof) => ({ ...proof, signature: ['0x1', null] })),
  felts('a signature of no felts', 'signature_invalid', (proof) => ({ ...proof, signature: [] })),
  felts('a signature of 1,025 felts', 'signature_invalid', (proof) => ({
    ...proof,
    signature: Array(1_025).fill('0x1'),
  })),
  felts('a type whose name is a list that reads as it', 'message_invalid', ({ message }) => {
    message.types.Message[0].name = ['message']
  }),
  felts(
    'a type of another kind, which hashes the nonce as another value',
    'message_invalid',
    ({ message }) => {
      message.types.Message[0].type = 'selector'
    },
  ),
  felts('a member __proto__ in the domain, with the name of another site', 'message_invalid', (proof) => ({
    ...proof,
    message: JSON.stringify(proof.message).replace(
      '"domain":{',
      '"domain":{"__proto__":{"name":"evil.example"},',
    ),
  })),
  felts('two domains in the text, the last one foreign', 'domain_mismatch', (proof) => ({
    ...proof,
    message: JSON.stringify(proof.message).replace(
      '"name":"shop.example"',
      '"name":"shop.example","name":"evil.example"',
    ),
  })),
  felts(
    'a host in capitals in the longer message',
    'domain_mismatch',
    ({ message }) => {
      message.message.host = 'SHOP.example'
    },
    YES,
    true,
  ),
  felts(
    'a host with a user in the longer message',
    'message_invalid',
    ({ message }) => {
      message.message.host = 'shop.example@evil.example'
    },
    YES,
    true,
  ),
  felts(
    'an end that is negative',
    'message_invalid',
    ({ message }) => {
      message.message.expiresAt = '-1'
    },
    YES,
    true,
  ),
  felts(
    'an end beyond 2^53',
    'message_invalid',
    ({ message }) => {
      message.message.expiresAt = '9007199254740993'
    },
    YES,
    true,
  ),
  felts(
    'a revision that is a list',
    'message_invalid',
    ({ message }) => {
      message.domain.revision = ['1']
    },
    YES,
    true,
  ),
  felts('a domain that is a felt of our name’s letters', 'message_invalid', ({ message }) => {
    message.domain.name = `0x${Buffer.from('shop.example').toString('hex')}`
  }),
  felts(
    'an answer VALID as text',
    'rpc_failed',
    () => undefined,
    async () => ['VALID'],
  ),
  felts(
    'an answer of VALID plus the prime',
    'rpc_failed',
    () => undefined,
    async () => [`0x${(FELT_PRIME + 0x56414c4944n).toString(16)}`],
  ),
  felts(
    'an answer of VALID in a list in a list',
    'rpc_failed',
    () => undefined,
    async () => [['0x56414c4944']],
  ),
  felts(
    'deployment data with a class of every object',
    'account_not_deployed',
    (proof) => ({ ...proof, deployment: { class_hash: 'constructor', salt: '0x1', calldata: [] } }),
    async () => {
      throw { code: 20, message: 'Contract not found' }
    },
  ),
  felts(
    'deployment data of 65 felts',
    'account_not_deployed',
    (proof) => ({
      ...proof,
      deployment: { class_hash: '0x1', salt: '0x1', calldata: Array(65).fill('0x1') },
    }),
    async () => {
      throw { code: 20, message: 'Contract not found' }
    },
  ),
  felts(
    'a multisig of two whose one key has signed twice',
    'signature_invalid',
    (proof) => ({
      ...proof,
      address: multisig.address,
      signature: [...multisig.twice, ...multisig.twice],
      deployment: multisig.deployment,
    }),
    async () => {
      throw { code: 20, message: 'Contract not found' }
    },
  ),
]

const nonce = rowsOf('nonces')
const SECRET = 'a secret of thirty-two characters'
const shared = () => ({ secret: SECRET, nonceStore: createMemoryStore(1_000) })

const nonceRows: SurfaceAttack[] = [
  nonce('a nonce of the same secret for another site', 'nonce_unknown', async () => {
    const theirs = open({ ...shared(), domain: 'evil.example' })
    const proof = await proveNonce((await theirs.issueNonce()).nonce, createVisitor())
    return codeOf(open(shared()).verify(proof))
  }),
  nonce('a nonce for one visitor whose name continues in the message’s own', 'nonce_unknown', async () => {
    const signIn = open({ ...shared(), path: '/a' })
    const other = open({ ...shared(), path: '/' })
    const proof = await proveNonce((await other.issueNonce('a')).nonce, createVisitor(), {
      uri: 'https://shop.example/a',
    })
    return codeOf(signIn.verify(proof))
  }),
  nonce('a nonce with its letters in the other case', 'nonce_unknown', async () => {
    const signIn = open()
    const { nonce: issued } = await signIn.issueNonce()
    const swapped =
      issued[0] +
      [...issued.slice(1)]
        .map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
        .join('')
    return codeOf(signIn.verify(await proveNonce(swapped, createVisitor())))
  }),
  nonce('a nonce plus 2^176, which is the same in its bytes', 'nonce_unknown', async () => {
    const signIn = open()
    const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    let value =
      [...(await signIn.issueNonce()).nonce.slice(1)].reduce(
        (sum, one) => sum * 62n + BigInt(DIGITS.indexOf(one)),
        0n,
      ) +
      (1n << 176n)
    let text = ''
    for (; text.length < 30; value /= 62n) text = DIGITS[Number(value % 62n)] + text
    return codeOf(signIn.verify(await proveNonce(`n${text}`, createVisitor())))
  }),
  nonce('a nonce of 200 posts at two servers with one store', '199 nonce_used, 1 resolved', async () => {
    const options = shared()
    const servers = [open(options), open(options)]
    const proof = await proveNonce(
      (await (servers[0] as (typeof servers)[0]).issueNonce()).nonce,
      createVisitor(),
    )
    const codes = Array.from({ length: 200 }, (_, at) =>
      codeOf((servers[at % 2] as (typeof servers)[0]).verify(proof)),
    )
    return count(await Promise.all(codes))
  }),
  nonce(
    'a nonce twice, the second time while the store is slow to say that it is used',
    '1 nonce_used, 1 resolved',
    async () => {
      const store = createMemoryStore(1_000)
      let isFirst = true
      const slow = {
        ...store,
        add: async (...entry: Parameters<NonNullable<typeof store.add>>) => {
          if (isFirst) {
            isFirst = false
            await new Promise((resolve) => setImmediate(resolve))
          }
          return store.add?.(...entry) as boolean
        },
      }
      const options = { secret: SECRET, nonceStore: slow }
      const [a, b] = [open(options), open(options)]
      const proof = await proveNonce((await a.issueNonce()).nonce, createVisitor())
      return count(await Promise.all([codeOf(a.verify(proof)), codeOf(b.verify(proof))]))
    },
  ),
  nonce(
    'a nonce with a clock that is a minute before the nonce was issued, then twice',
    'resolved, nonce_used',
    async () => {
      let time = Date.now()
      const signIn = open({ now: () => time })
      const proof = await proveNonce((await signIn.issueNonce()).nonce, createVisitor())
      time -= 60_000
      return `${await codeOf(signIn.verify(proof))}, ${await codeOf(signIn.verify(proof))}`
    },
  ),
  nonce('a message that is good for longer than its nonce', 'nonce_unknown', async () => {
    let time = Date.now()
    const signIn = open({ now: () => time, maxAge: 86_400_000 })
    const proof = await proveNonce((await signIn.issueNonce()).nonce, createVisitor())
    time += 11 * 60_000
    return codeOf(signIn.verify(proof))
  }),
]

/** Attacks on the verifier and its nonces. */
export const VERIFIER: readonly SurfaceAttack[] = [...keys, ...contractRows, ...starknetRows, ...nonceRows]
