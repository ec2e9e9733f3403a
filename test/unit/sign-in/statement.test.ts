import { describe, expect, it, vi } from 'vitest'
import type { Connection } from '../../../src/client/state.js'
import { parseStarknetSignIn } from '../../../src/protocol/sign-in-starknet.js'
import { parseSignInMessage } from '../../../src/protocol/siwe/message.js'
import type { SignInConfig } from '../../../src/sign-in/adapter.js'
import { createFormAdapter } from '../../../src/sign-in/form-adapter.js'
import { createMessage, readNonce } from '../../../src/sign-in/sign-in-message.js'
import { codeOf } from '../server/visitor.js'
import { createShop, until } from './shop.js'

const OURS = 'I accept the Terms of Service: https://shop.example/terms'
const THEIRS = 'I accept the rules of the kitchen.'
const BAD = ['two\nlines', 'Grüße', 'a'.repeat(501)]
const NONCE = 'nStatementNonce123456789'

/** The requests that open a window of the wallet. */
const prompts = ({ wallet }: ReturnType<typeof createShop>) => wallet.prompts.map(({ method }) => method)
const read = (message: unknown) => parseSignInMessage(message).statement

describe('the statement of a page (EW50)', () => {
  it('is in the message that the wallet signs, and the server verifies it', async () => {
    const shop = createShop({ config: { statement: OURS } })
    await shop.connect()
    const detail = await shop.control.signIn()
    expect([read(detail.message), detail.verified]).toEqual([OURS, true])
  })

  it('is none where it is empty', async () => {
    const shop = createShop({ config: { statement: '' } })
    await shop.connect()
    expect(read((await shop.control.signIn()).message)).toBeUndefined()
  })

  it.each([undefined, OURS])('gives way to the server’s: %j', async (statement) => {
    const shop = createShop({ config: { statement }, server: { statement: THEIRS } })
    await shop.connect()
    expect(read((await shop.control.signIn()).message)).toBe(THEIRS)
  })

  it('is that of the moment at which the wallet is asked', async () => {
    const config: Partial<SignInConfig> = { statement: OURS }
    const shop = createShop({
      config,
      change: ({ getNonce }) => ({
        async getNonce() {
          config.statement = THEIRS
          return getNonce()
        },
      }),
    })
    await shop.connect()
    expect(read((await shop.control.signIn()).message)).toBe(THEIRS)
  })

  it.each(BAD)('is config_invalid, and no wallet is asked: %j', async (statement) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const config: Partial<SignInConfig> = { statement }
    const shop = createShop({ config: { signIn: 'off', ...config } })
    await shop.connect()
    // The wallet would be asked to leave this chain first.
    shop.wallet.setChain(137)
    const before = prompts(shop)
    expect(await codeOf(shop.control.signIn())).toBe('config_invalid')
    expect(prompts(shop)).toEqual(before)
    expect(shop.asked).not.toContain('nonce')
    expect(shop.errors()).toEqual(['config_invalid'])
    expect(error).toHaveBeenCalledWith(expect.stringContaining('statement'))
    await until(shop.client, () => shop.status() === 'anonymous')
    expect(shop.client.getState().status).toBe('connected')
  })

  it.each(BAD)(
    'of the server is config_invalid, too, and the next sign-in asks it again: %j',
    async (bad) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      const answers = [bad]
      const shop = createShop({
        change: ({ getNonce }) => ({
          async getNonce() {
            const issued = (await getNonce()) as { nonce: string; domain: string }
            return answers.length > 0 ? { ...issued, statement: answers.shift() as string } : issued
          },
        }),
      })
      await shop.connect()
      expect(await codeOf(shop.control.signIn())).toBe('config_invalid')
      expect(shop.prompts()).toBe(0)
      expect(await shop.control.signIn()).toMatchObject({ verified: true })
    },
  )

  it('leaves a visitor signed in when it becomes one that cannot be signed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const config: Partial<SignInConfig> = { statement: OURS }
    const shop = createShop({ config })
    await shop.connect()
    await shop.control.signIn()
    config.statement = 'two\nlines'
    shop.control.update()
    expect(shop.status()).toBe('signed-in')
    expect(await codeOf(shop.control.signIn())).toBe('config_invalid')
    expect(shop.status()).toBe('signed-in')
    expect(shop.signed.out).toEqual([])
  })
})

describe('a wallet that connects and signs in at once (EW26, EW50)', () => {
  const able = (more: Parameters<typeof createShop>[0] = {}) =>
    createShop({
      ...more,
      config: { signIn: 'on-connect', ...more.config },
      wallet: { signsInAtOnce: true },
    })
  const complete = async (shop: ReturnType<typeof createShop>) => {
    await shop.connect()
    return shop.control.complete()
  }

  it.each([
    ['of the page', { config: { statement: OURS } }, OURS],
    ['of the server', { config: { statement: OURS }, server: { statement: THEIRS } }, THEIRS],
  ])('signs the statement %s with one prompt', async (_, more, statement) => {
    const shop = able(more)
    const detail = await complete(shop)
    expect([read(detail.message), detail.verified]).toEqual([statement, true])
    expect(prompts(shop)).toEqual(['wallet_connect'])
  })

  it('signs it for a form', async () => {
    const taken: unknown[] = []
    const adapter = createFormAdapter(NONCE, (proof) =>
      taken.push(proof?.toFormData('wallet')?.get('wallet_message')),
    )
    const shop = able({
      config: { statement: OURS },
      change: () => ({ ...adapter, getNonce: async () => ({ nonce: NONCE, domain: 'shop.example' }) }),
    })
    await complete(shop)
    expect(taken.map(read)).toEqual([OURS])
    expect(prompts(shop)).toEqual(['wallet_connect'])
  })

  it.each([
    ['another one', 'Hello.'],
    ['none', ''],
  ])('is refused when it has signed %s instead', async (_, other) => {
    const shop = able({ config: { statement: OURS } })
    const { request } = shop.wallet.provider
    shop.wallet.provider.request = async (args) => {
      const answer = await request.call(shop.wallet.provider, args)
      return args.method === 'wallet_connect'
        ? JSON.parse(JSON.stringify(answer).replace(OURS, other))
        : answer
    }
    await shop.connect()
    expect(await codeOf(shop.control.complete())).toBe('message_invalid')
    expect(shop.asked).not.toContain('verify')
  })
})

describe('on Starknet (EW50)', () => {
  const page = { host: 'shop.example', origin: 'https://shop.example' }
  const connection = {
    account: `0x${'1'.padStart(64, '0')}`,
    chainId: 'starknet:SN_MAIN',
    namespace: 'starknet',
  } as unknown as Connection
  const write = (answer: object, own?: string, form?: 'revision-1' | 'truncate') => {
    const signing = { ...page, statement: own }
    const issued = readNonce({ nonce: NONCE, domain: page.host, ...answer }, signing, 'starknet')
    return parseStarknetSignIn(createMessage(connection, issued, signing, Date.now(), form))
  }

  it('a statement makes it the long message, in whatever form the server wants messages', () => {
    expect(write({})).toMatchObject({ revision: 0, nonce: NONCE })
    for (const form of [undefined, 'revision-1', 'truncate'] as const) {
      expect(write({}, OURS, form)).toMatchObject({ revision: 1, nonce: NONCE, statement: OURS })
      expect(write({ statement: THEIRS }, OURS, form)).toMatchObject({ revision: 1, statement: THEIRS })
    }
  })
})
