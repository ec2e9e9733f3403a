import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SignInOptions, SignInProof } from '../../../src/exports/server.js'
import { createSignIn, createSignInHandler, readSignInForm } from '../../../src/exports/server.js'

vi.mock('../../../src/server/limits.js', async (original) => ({ ...(await original()), MAX_SESSIONS: 3 }))

/** What a server's owner passes by mistake, what strangers send to cost it time, and what it must still remember. */
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const STARKNET = `0x${'1234'.padStart(64, '0')}`
const CHAINS = ['eip155:1', 'starknet:SN_MAIN']
/** A node that nobody reaches: without one, the server does not start. */
const RPC = { 'starknet:SN_MAIN': 'http://127.0.0.1:9' }
const create = (options: Partial<SignInOptions> = {}) =>
  createSignIn({ domain: 'shop.example', chains: CHAINS, ...options, rpc: { ...RPC, ...options.rpc } })
type SignIn = ReturnType<typeof create>

const write = (nonce: string, address: string = account.address) =>
  createSiweMessage({
    address: address as `0x${string}`,
    chainId: 1,
    domain: 'shop.example',
    nonce,
    uri: 'https://shop.example',
    version: '1',
  })

async function prove(nonce: string): Promise<SignInProof> {
  const message = write(nonce)
  const signature = await account.signMessage({ message })
  return { namespace: 'eip155', chainId: 'eip155:1', address: account.address, message, signature }
}

const felt = (name: string) => ({ name, type: 'felt' })

/** A Starknet proof with a message of the short form. */
const proveStarknet = (nonce: string, more: object = {}) => ({
  namespace: 'starknet' as const,
  chainId: 'starknet:SN_MAIN',
  address: STARKNET,
  message: {
    types: {
      StarkNetDomain: [felt('name'), felt('chainId'), felt('version')],
      Message: [felt('message')] as object[],
    },
    primaryType: 'Message',
    domain: { name: 'shop.example', chainId: 'SN_MAIN', version: '0.0.1' },
    message: { message: nonce },
  },
  signature: ['0x1', '0x2'],
  ...more,
})

const codeOf = (run: () => unknown): Promise<unknown> =>
  (async () => run())().then(
    () => 'none',
    ({ name, code }) => (code === undefined ? name : code),
  )

afterEach(() => vi.useRealTimers())

describe('an option that cannot be meant', () => {
  it.each<[string, object]>([
    ['domain undefined, as of an environment that does not name it', { domain: undefined }],
    ['domain null', { domain: null }],
    ['domain 5', { domain: 5 }],
    ['domain "5"', { domain: '5' }],
    ['a domain with a line break', { domain: 'shop.example\n' }],
    ['a domain with a tab in it', { domain: 'shop\t.example' }],
    ['a domain with a slash', { domain: 'shop.example/' }],
    ['a domain with a backslash', { domain: 'shop.example\\' }],
    ['another scheme', { scheme: 'ftp' }],
    ['PR04: a domain that is a pattern', { domain: '*.example' }],
    ['PR04: a domain with an empty name in it', { domain: 'shop..example' }],
    ['PR04: a domain with a name of 64 letters', { domain: `${'a'.repeat(64)}.example` }],
    ['PR04: a domain with a sign that no host has', { domain: 'shop!.example' }],
    ['PR04: a domain with a port that nothing listens on', { domain: 'shop.example:0' }],
    ['PR04: an origin that is a pattern', { origins: ['https://*.shop.example'] }],
    ['PR04: an origin with a path', { origins: ['https://www.shop.example/login'] }],
    ['PR04: an origin without a scheme', { origins: ['www.shop.example'] }],
    ['PR04: an origin with a port that nothing listens on', { origins: ['https://www.shop.example:0'] }],
    ['a number as a secret', { secret: 5 }],
    ['NC10: a secret of one letter', { secret: 'x' }],
    ['NC10: a secret of three bytes', { secret: new Uint8Array(3) }],
    ['NC10: an empty secret', { secret: '' }],
    ['NC02: a Starknet chain whose node is not set', { rpc: { 'starknet:SN_MAIN': undefined } }],
    ['a node whose address contains a user', { rpc: { 'eip155:1': 'https://user:word@node.example' } }],
  ])('is config_invalid at once: %s', async (_, options) => {
    expect(await codeOf(() => create(options as never))).toBe('config_invalid')
  })

  it.each(['localhost:3000', 'xn--bcher-kva.example', 'bücher.example', '[::1]:8080', '127.0.0.1'])(
    'is not every unusual domain: %s',
    async (domain) => expect(await codeOf(() => create({ domain }))).toBe('none'),
  )
})

describe('a Starknet message', () => {
  it.each<[string, (proof: ReturnType<typeof proveStarknet>) => object]>([
    ['has a member more', ({ message }) => ({ ...message, extra: 'x' })],
    [
      'has a member more in a type',
      ({ message }) => ({
        ...message,
        types: { ...message.types, Message: [{ ...felt('message'), contains: 'x' }] },
      }),
    ],
  ])('is refused when it %s than the typed data of a sign-in', async (_, alter) => {
    const signIn = create({ rpc: { 'starknet:SN_MAIN': async () => ['0x56414c4944'] } })
    const { nonce } = await signIn.issueNonce()
    const proof = proveStarknet(nonce)
    const message = alter(proof) as never
    expect(await codeOf(() => signIn.verify({ ...proof, message }))).toBe('message_invalid')
    expect(await codeOf(() => signIn.verify(proof as never))).toBe('none')
  })

  it('is too long as a text of more than 4,096 characters', async () => {
    const signIn = create({ rpc: { 'starknet:SN_MAIN': async () => ['0x56414c4944'] } })
    const proof = proveStarknet((await signIn.issueNonce()).nonce)
    const message = ' '.repeat(4_096) + JSON.stringify(proof.message)
    expect(await codeOf(() => signIn.verify({ ...proof, message } as never))).toBe('message_too_long')
  })
})

it.each([undefined, null, 'wallet', {}])('a form that is %j is an invalid request', async (form) => {
  expect(await codeOf(() => create().verify(readSignInForm(form as never)))).toBe('request_invalid')
})

it('a long message is too long, whatever address is said to have signed it', async () => {
  const signIn = create()
  const proof = { ...(await prove('a'.repeat(32))), message: 'x'.repeat(4_097), address: 'nobody' }
  expect(await codeOf(() => signIn.verify(proof))).toBe('message_too_long')
})

describe('the signature of a Starknet account', () => {
  it('of a passkey, with a felt for each byte that the browser has signed, reaches the account', async () => {
    const node = vi.fn(async () => ['0x56414c4944'])
    const signIn = create({ rpc: { 'starknet:SN_MAIN': node } })
    const { nonce } = await signIn.issueNonce()
    const signature = Array(167).fill('0x1')
    expect(await codeOf(() => signIn.verify(proveStarknet(nonce, { signature }) as never))).toBe('none')
    expect(node).toHaveBeenCalledTimes(1)
  })

  it('that is not deployed is not checked for more than four keys', async () => {
    const missing = async () => {
      throw { code: 20, message: 'Contract not found' }
    }
    const signIn = create({ rpc: { 'starknet:SN_MAIN': missing } })
    const { nonce } = await signIn.issueNonce()
    const calldata = ['0x1', '0x5', '0x1', '0x2', '0x3', '0x4', '0x5']
    const class_hash = '0x06e150953b26271a740bf2b6e9bca17cc52c68d765f761295de51ceb8526ee72'
    const deployment = { address: STARKNET, class_hash, salt: '0x1', calldata, version: 1 }
    const signature = ['0x1', '0x1', '0x1']
    const proof = proveStarknet(nonce, { signature, deployment }) as never
    await expect(signIn.verify(proof)).rejects.toMatchObject({
      code: 'account_not_deployed',
      message: expect.stringContaining('4 keys'),
    })
  })
})

it('a node that gives no count of an account’s transactions is in trouble (rpc_failed)', async () => {
  const word = (value: bigint | number | string) => BigInt(value).toString(16).padStart(64, '0')
  const suffix = [1, 5, 0, 0, 1, 1, 0, 256, 0].map(word).join('')
  const signature = `0x${'ab'.repeat(65)}${suffix}${word(suffix.length / 2)}${'8010'.repeat(16)}`
  const rpc = { 'eip155:1': async (method: string) => (method === 'eth_call' ? `0x${word(0)}` : '0x') }
  const signIn = create({ rpc })
  const proof = { ...(await prove((await signIn.issueNonce()).nonce)), signature }
  expect(await codeOf(() => signIn.verify(proof))).toBe('rpc_failed')
})

it('three posts of one nonce to a node that hangs are answered within 10 s', async () => {
  vi.useFakeTimers()
  const signIn = create({ rpc: { 'eip155:1': () => new Promise(() => {}) } })
  const proof = { ...(await prove((await signIn.issueNonce()).nonce)), signature: '0x1234' }
  const codes = [1, 2, 3].map(() => codeOf(() => signIn.verify(proof)))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await Promise.race([Promise.all(codes), vi.advanceTimersByTimeAsync(1_000)])).toEqual(
    Array(3).fill('rpc_failed'),
  )
})

describe('a server with sessions', () => {
  const post = (path: string, cookie: string, body: string | object = {}) =>
    new Request(`https://shop.example/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const readCookie = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

  async function begin(handle: ReturnType<typeof createSignInHandler>, signIn: SignIn, cookie = '') {
    const proof = await prove((await signIn.issueNonce()).nonce)
    const response = await handle(post('verify', cookie, proof))
    expect(response.status).toBe(200)
    return readCookie(response)
  }

  it('keeps no proof of a session that another has replaced', async () => {
    const [signIn, store] = [create(), new Map<string, string>()]
    const handle = createSignInHandler(signIn, { keepProof: true, sessionStore: store })
    let cookie = ''
    for (let times = 0; times < 3; times += 1) cookie = await begin(handle, signIn, cookie)
    await handle(post('sign-out', cookie))
    expect([...store.keys()]).toEqual([])
  })

  it('keeps of a proof only what it can check again, however deep the rest is', async () => {
    const [signIn, store] = [create(), new Map<string, string>()]
    const handle = createSignInHandler(signIn, { keepProof: true, sessionStore: store })
    const proof = JSON.stringify(await prove((await signIn.issueNonce()).nonce))
    const deep = `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`
    const response = await handle(post('verify', '', `${proof.slice(0, -1)},"deployment":${deep}}`))
    expect(response.status).toBe(200)
    expect([...store.values()].join()).not.toContain('deployment')
  })

  it('forgets no stateless session that was ended, however many come after it', async () => {
    const signIn = create()
    const handle = createSignInHandler(signIn, { sessions: 'stateless' })
    const readSession = async (cookie: string) =>
      (await handle(new Request('https://shop.example/session', { headers: { cookie } }))).json()
    const first = await begin(handle, signIn)
    await handle(post('sign-out', first))
    for (let times = 0; times < 4; times += 1) await handle(post('sign-out', await begin(handle, signIn)))
    expect(await readSession(first)).toBe(null)
  })
})
