import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'

// The product keeps the timers of load time. Its limits pass when a test says so, however busy the machine is.
vi.hoisted(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

import { parseSignInMessage } from '../../../src/protocol/siwe/message.js'
import { createFormAdapter } from '../../../src/sign-in/form-adapter.js'
import { codeOf } from '../server/visitor.js'
import { createShop, settle } from './shop.js'

type Shop = ReturnType<typeof createShop>
type ShopOptions = NonNullable<Parameters<typeof createShop>[0]>

const able = (more: ShopOptions = {}): Shop =>
  createShop({
    config: { signIn: 'on-connect' },
    ...more,
    wallet: { signsInAtOnce: true, ...more.wallet },
  })
/** The requests that open a window of the wallet, or would. */
const prompts = ({ wallet }: Shop) => wallet.prompts.map(({ method }) => method)
const methods = ({ wallet }: Shop) => wallet.requests.map(({ method }) => method)

/** Connects, and waits for the sign-in that belongs to it. */
async function signIn(shop: Shop) {
  await shop.connect()
  return shop.control.complete()
}

/** Waits until something has happened that takes no timer of the product. */
async function untilTrue(holds: () => boolean) {
  while (!holds()) await new Promise(setImmediate)
}

/** A stranger's key, and the node's first key. */
const stranger = privateKeyToAccount(`0x${'7'.repeat(64)}`)

/** Lets the wallet answer with what it has signed, changed. */
function forge(
  shop: Shop,
  change: (account: {
    address: string
    capabilities: { signInWithEthereum: { message: string; signature: string } }
  }) => unknown,
) {
  const { request } = shop.wallet.provider
  shop.wallet.provider.request = async (args) => {
    const answer = await request.call(shop.wallet.provider, args)
    if (args.method !== 'wallet_connect') return answer
    const { accounts } = answer as { accounts: Parameters<typeof change>[0][] }
    return change(accounts[0] as Parameters<typeof change>[0])
  }
}

describe('a wallet that announces ERC-7846', () => {
  it('connects and signs in with one prompt, and the server verifies what it has signed (EW20)', async () => {
    const shop = able()
    const detail = await signIn(shop)
    expect(prompts(shop)).toEqual(['wallet_connect'])
    expect(shop.emitted()).toEqual(['connecting', 'connected'])
    expect(shop.signed.in).toHaveLength(1)
    expect(detail).toMatchObject({ namespace: 'eip155', chainId: 'eip155:1', verified: true })
    expect(detail).toEqual(shop.signed.in[0])
    expect(Object.keys(detail).sort()).toEqual(
      Object.keys(await signIn(createShop({ config: { signIn: 'on-connect' } }))).sort(),
    )
    expect(parseSignInMessage(detail.message)).toMatchObject({
      domain: 'shop.example',
      uri: 'https://shop.example',
    })
    expect(shop.asked.filter((one) => one !== 'session')).toEqual(['nonce', 'verify'])
  })

  it('proves its account to a form with one prompt (EW20)', async () => {
    const taken: unknown[] = []
    const nonce = 'nOnePromptNonce1234567890'
    const adapter = createFormAdapter(nonce, (proof) => taken.push(proof))
    const shop = able({
      change: () => ({ ...adapter, getNonce: async () => ({ nonce, domain: 'shop.example' }) }),
    })
    expect(parseSignInMessage((await signIn(shop)).message).nonce).toBe(nonce)
    expect(prompts(shop)).toEqual(['wallet_connect'])
    expect(taken).toHaveLength(1)
  })

  it('is asked on its own chain, else on the chain that the page asks for (EW20)', async () => {
    const shop = able()
    shop.wallet.setChain(5)
    await shop.client.connect({ walletId: shop.wallet.info.rdns, chainId: 'eip155:1' })
    expect(await shop.control.complete()).toMatchObject({ chainId: 'eip155:1' })
    expect(methods(shop)).not.toContain('personal_sign')
  })

  it('signs in with two prompts when the server gives no nonce at first, and is not asked by wallet_connect (EW20)', async () => {
    let failures = 2
    const shop = able({
      change: ({ getNonce }) => ({
        async getNonce() {
          if (failures-- <= 0) return getNonce()
          throw new Error('not now')
        },
      }),
    })
    await signIn(shop)
    expect(methods(shop)).not.toContain('wallet_connect')
    expect(prompts(shop)).toEqual(['eth_requestAccounts', 'personal_sign'])
  })

  it('that refuses is not asked again (EW20)', async () => {
    const shop = able({ wallet: { approve: 'never' } })
    expect(await codeOf(shop.connect())).toBe('user_rejected')
    expect(prompts(shop)).toEqual(['wallet_connect'])
    expect(shop.errors()).toEqual(['user_rejected'])
  })
})

describe('a wallet that does not announce it', () => {
  it.each([
    ['an unknown method', {}],
    ['an error', { errors: { wallet_getCapabilities: { code: 4100, message: 'no' } } }],
    [
      'other capabilities',
      { answers: { wallet_getCapabilities: { '0x1': { atomic: { status: 'supported' } } } } },
    ],
  ])('is never asked by wallet_connect, and signs in with two prompts: %s (EW21)', async (_, faults) => {
    const shop = createShop({ config: { signIn: 'on-connect' }, wallet: { faults } })
    await signIn(shop)
    expect(methods(shop)).not.toContain('wallet_connect')
    expect(prompts(shop)).toEqual(['eth_requestAccounts', 'personal_sign'])
  })

  it('is not asked what it can do on a page where connecting is all (EW21)', async () => {
    const shop = able({ config: { signIn: 'off' } })
    await shop.connect()
    expect(methods(shop)).not.toContain('wallet_getCapabilities')
  })
})

describe('limits of one prompt, which docs/sign-in.md names', () => {
  it('HM15: a wallet that has not said within half a second what it can do is asked to connect only (EW21)', async () => {
    const shop = able({ wallet: { faults: { hold: ['wallet_getCapabilities'] } } })
    const signing = signIn(shop)
    await untilTrue(() => methods(shop).includes('wallet_getCapabilities'))
    await vi.advanceTimersByTimeAsync(499)
    await settle()
    expect(prompts(shop)).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await signing).toMatchObject({ verified: true })
    expect(prompts(shop)).toEqual(['eth_requestAccounts', 'personal_sign'])
  })

  it.each([
    [2_999, ['wallet_connect']],
    [3_000, ['eth_requestAccounts', 'personal_sign']],
  ])('HM15: a nonce that comes after %i ms leads to %j (EW20)', async (ms, expected) => {
    let asked = 0
    let send = () => {}
    const shop = able({
      change: ({ getNonce }) => ({
        async getNonce() {
          if (asked++ === 0) await new Promise<void>((resolve) => (send = resolve))
          return getNonce()
        },
      }),
    })
    const signing = signIn(shop)
    await untilTrue(() => asked === 1)
    await vi.advanceTimersByTimeAsync(ms)
    send()
    expect(await signing).toMatchObject({ verified: true })
    expect(prompts(shop)).toEqual(expected)
  })
})

describe('a wallet that announces ERC-7846 and cannot', () => {
  it.each<[string, object]>([
    ['4200', { errors: { wallet_connect: { code: 4200, message: 'Unsupported' } } }],
    ['-32601', { errors: { wallet_connect: { code: -32_601, message: 'Not found' } } }],
    ['-32603', { errors: { wallet_connect: { code: -32_603, message: 'Internal error' } } }],
    ['a text', { errors: { wallet_connect: 'wallet_connect?' } }],
    ['nothing, thrown', { errors: { wallet_connect: undefined } }],
    ['nothing, answered', { answers: { wallet_connect: undefined } }],
    ['null', { answers: { wallet_connect: null } }],
    ['a list of accounts', { answers: { wallet_connect: ['0x1'] } }],
    ['no accounts', { answers: { wallet_connect: { accounts: [] } } }],
    ['accounts that are none', { answers: { wallet_connect: { accounts: [{ address: 7 }, null] } } }],
  ])('signs in with two prompts, and nobody hears of it: %s (EW22)', async (_, faults) => {
    const shop = able({ wallet: { faults } })
    expect(await signIn(shop)).toMatchObject({ verified: true })
    expect(prompts(shop)).toEqual(['eth_requestAccounts', 'personal_sign'])
    expect(shop.emitted()).toEqual(['connecting', 'connected'])
    expect(shop.signed.in).toHaveLength(1)
    // Another attempt does not try again.
    await shop.client.disconnect()
    await signIn(shop)
    expect(methods(shop).filter((method) => method === 'wallet_connect')).toHaveLength(1)
  })

  it.each<[string, (shop: Shop) => void]>([
    [
      'no capability',
      (shop) => forge(shop, ({ address }) => ({ accounts: [{ address, capabilities: {} }] })),
    ],
    [
      'an error as capability',
      (shop) =>
        forge(shop, ({ address }) => ({
          accounts: [{ address, capabilities: { signInWithEthereum: { code: 4001, message: 'no' } } }],
        })),
    ],
    [
      'the proof of another account',
      (shop) =>
        forge(shop, ({ address, capabilities }) => ({
          accounts: [
            { address, capabilities: {} },
            { address: stranger.address, capabilities },
          ],
        })),
    ],
  ])('is connected by its answer and asked to sign: %s (EW22)', async (_, lie) => {
    const shop = able()
    lie(shop)
    expect(await signIn(shop)).toMatchObject({ verified: true })
    expect(prompts(shop)).toEqual(['wallet_connect', 'personal_sign'])
  })
})

describe('what a wallet has signed while it connected', () => {
  const rewrite = (shop: Shop, from: RegExp | string, to: string) =>
    forge(shop, (account) => {
      const { message, signature } = account.capabilities.signInWithEthereum
      return {
        accounts: [
          {
            ...account,
            capabilities: { signInWithEthereum: { message: message.replace(from, to), signature } },
          },
        ],
      }
    })

  it.each<[string, string, RegExp | string, string]>([
    ['another domain', 'domain_mismatch', /^shop\.example/, 'evil.example'],
    [
      'another address of the page',
      'domain_mismatch',
      'URI: https://shop.example',
      'URI: https://shop.example/x',
    ],
    ['another scheme', 'domain_mismatch', /^/, 'http://'],
    ['another nonce', 'nonce_unknown', /Nonce: .*/, 'Nonce: nReplayed1234567890abcd'],
    ['another account', 'account_mismatch', /0x.*/, stranger.address],
    ['another chain', 'chain_mismatch', 'Chain ID: 1', 'Chain ID: 137'],
    ['more resources', 'message_invalid', /$/, '\nResources:\n- https://evil.example/'],
    [
      'the sentence of a ReCap without it',
      'message_invalid',
      '\n\nURI:',
      "\nI further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'x' for 'eip155'.\n\nURI:",
    ],
    ['no message', 'message_invalid', /[\s\S]*/, 'Hello'],
    [
      'a ReCap, which the page has not asked for',
      'message_invalid',
      /\n\nURI:([\s\S]*)/,
      `\nI further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sign' for 'eip155'.\n\nURI:$1\nResources:\n- urn:recap:${btoa('{"att":{"eip155":{"request/eth_sign":[{}]}}}').replace(/=/g, '')}`,
    ],
    ['another statement', 'message_invalid', '\n\nURI:', '\nHello\n\nURI:'],
    ['a request id', 'message_invalid', /$/, '\nRequest ID: 7'],
    ['a text that it has not signed', 'signature_invalid', /Issued At: (.*)\.\d+Z/, 'Issued At: $1.123456Z'],
  ])('is refused: %s, %s (EW23, EW26)', async (_, code, from, to) => {
    const shop = able()
    rewrite(shop, from, to)
    await shop.connect()
    expect(await codeOf(shop.control.complete())).toBe(code)
    expect(shop.client.getState()).toMatchObject({ status: 'connected', auth: { status: 'anonymous' } })
    expect(shop.signed.in).toEqual([])
    expect(shop.asked.includes('verify')).toBe(code === 'signature_invalid')
    // The next try asks the wallet in the usual way.
    expect(await shop.control.signIn()).toMatchObject({ verified: true })
    expect(prompts(shop)).toEqual(['wallet_connect', 'personal_sign'])
  })

  it('counts once: the server refuses it when it is sent again (EW23)', async () => {
    const shop = able()
    const detail = await signIn(shop)
    const proof = { namespace: 'eip155' as const, chainId: detail.chainId, address: detail.address }
    const again = shop.verify({
      ...proof,
      message: detail.message as string,
      signature: detail.signature as string,
    })
    expect(await codeOf(again)).toBe('nonce_used')
  })

  it('is not used for the account that the visitor chooses meanwhile (EW23)', async () => {
    const shop = able()
    const { request } = shop.wallet.provider
    shop.wallet.provider.request = async (args) => {
      const answer = await request.call(shop.wallet.provider, args)
      if (args.method === 'wallet_connect') shop.wallet.setAccounts([shop.others[0] as string])
      return answer
    }
    expect(await signIn(shop)).toMatchObject({ address: shop.others[0], verified: true })
    expect(prompts(shop)).toEqual(['wallet_connect', 'personal_sign'])
  })
})
