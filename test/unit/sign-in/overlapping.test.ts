import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../src/api/api-error.js'
import type { SignInAdapter } from '../../../src/sign-in/adapter.js'
import { codeOf } from '../server/visitor.js'
import { createShop, settle } from './shop.js'

/** A promise that the test settles. */
function createGate(): { opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** A shop whose server answers one method only when the gate is opened, from the given call on. */
function createSlowShop(method: 'getSession' | 'signOut' | 'verify', from = 1) {
  const gate = createGate()
  let calls = 0
  const shop = createShop({
    change: (own) => ({
      async [method](proof: never) {
        if (++calls < from) return own[method]?.(proof)
        // The server's answer is as old as the question.
        const answer = method === 'getSession' ? await own.getSession?.() : undefined
        await gate.opened
        return method === 'getSession' ? answer : own[method]?.(proof)
      },
    }),
  })
  return { ...shop, gate }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the server’s session', () => {
  it('is not taken over while it is being ended', async () => {
    const shop = createSlowShop('signOut')
    await shop.connect()
    await shop.control.signIn()
    await shop.client.disconnect()
    await shop.connect()
    await settle()
    shop.gate.open()
    await settle()
    expect([shop.status(), shop.session(), shop.signed.in.length]).toEqual(['anonymous', null, 1])
  })

  it('is not taken over by an answer from before it was ended', async () => {
    const shop = createSlowShop('getSession')
    await shop.connect()
    shop.setSession({ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', chainId: 'eip155:1' })
    await settle()
    expect(await shop.control.signOut()).toBe(null)
    shop.gate.open()
    await settle()
    expect([shop.status(), shop.signed.in]).toEqual(['anonymous', []])
  })

  it('ends with its wallet, also when the page has not known of it yet', async () => {
    const shop = createSlowShop('getSession')
    shop.setSession({ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', chainId: 'eip155:1' })
    await shop.connect()
    await settle()
    await shop.client.disconnect()
    shop.gate.open()
    await vi.waitFor(() => expect(shop.asked).toContain('signOut'))
    expect(shop.session()).toBe(null)
  })

  it('is gone from the page where a second sign-in has replaced it and was then cancelled', async () => {
    const shop = createSlowShop('verify', 2)
    await shop.connect()
    await shop.control.signIn()
    const second = codeOf(shop.control.signIn())
    await vi.waitFor(() => expect(shop.status()).toBe('verifying'))
    await settle()
    shop.control.cancel()
    expect(await second).toBe('user_rejected')
    shop.gate.open()
    await vi.waitFor(() => expect(shop.asked).toContain('signOut'))
    expect([shop.status(), shop.session(), shop.signed.out.length]).toEqual(['anonymous', null, 1])
  })

  it('of another account, for which another tab has signed in, is not ended by this one', async () => {
    const shop = createShop()
    await shop.connect()
    await shop.control.signIn()
    const others = { address: '0x51a7e', chainId: 'starknet:SN_MAIN' }
    shop.setSession(others)
    vi.stubGlobal('document', { hidden: true })
    await shop.client.disconnect()
    await settle()
    expect([shop.session(), shop.status()]).toEqual([others, 'anonymous'])
  })

  it('is ended at once, without a question, by the tab that is seen', async () => {
    const shop = createShop()
    await shop.connect()
    await shop.control.signIn()
    shop.asked.length = 0
    await shop.client.disconnect()
    await settle()
    expect(shop.asked).toEqual(['signOut'])
  })

  it('that is refused with 401 is over: one event, and nothing left to sign out', async () => {
    const refuse = async (): Promise<never> => {
      throw new ApiError({ apiCode: 'UNAUTHORIZED', httpStatus: 401 })
    }
    let isRefused = false
    const shop = createShop({
      change: (own) => ({
        getSession: () => (isRefused ? refuse() : (own.getSession as () => Promise<null>)()),
        signOut: () => (isRefused ? refuse() : own.signOut()),
      }),
    })
    await shop.connect()
    await shop.control.signIn()
    isRefused = true
    expect(await codeOf(shop.control.signOut())).toBe('resolved')
    expect([shop.status(), shop.signed.out.length, shop.errors()]).toEqual(['anonymous', 1, []])
  })
})

describe('the calls that change the session', () => {
  it('are in turn also when the page names its server by another object', async () => {
    const gate = createGate()
    let given: SignInAdapter | undefined
    const shop = createShop({
      change: (own) => ({
        async signOut() {
          await gate.opened
          return own.signOut()
        },
      }),
      config: {
        get signInAdapter() {
          return given && { ...given }
        },
      },
    })
    given = shop.adapter
    await shop.connect()
    await shop.control.signIn()
    void shop.control.signOut()
    await settle()
    const again = codeOf(shop.control.signIn())
    await settle()
    gate.open()
    expect(await again).toBe('resolved')
    await settle()
    expect([shop.status(), shop.session() !== null]).toEqual(['signed-in', true])
  })

  it('do not keep a disconnect from ending the session while the server is slow to say whose it has', async () => {
    const shop = createSlowShop('getSession')
    await shop.connect()
    await shop.control.signIn()
    await shop.client.disconnect()
    await settle()
    expect(shop.session()).toBe(null)
  })

  it('count when they have worked: a sign-out that fails ends nothing', async () => {
    const gate = createGate()
    let isSlow = false
    const shop = createShop({
      change: (own) => ({
        async getSession() {
          const answer = (await own.getSession?.()) ?? null
          if (isSlow) await gate.opened
          return answer
        },
        signOut: async () => {
          throw new Error('away')
        },
      }),
    })
    await shop.connect()
    await shop.control.signIn()
    isSlow = true
    vi.stubGlobal('document', { hidden: false })
    expect(await codeOf(shop.control.signOut())).toBe('api_failed')
    gate.open()
    await settle()
    expect([shop.status(), shop.signed.out]).toEqual(['signed-in', []])
  })

  it('leave the session that another store has begun since', async () => {
    const one = createSlowShop('verify', 2)
    await one.connect()
    await one.control.signIn()
    const two = createShop({ wallet: { accounts: [...one.others] }, config: { signInAdapter: one.adapter } })
    await two.connect()
    const signing = codeOf(two.control.signIn())
    await vi.waitFor(() => expect(two.status()).toBe('verifying'))
    await settle()
    await one.client.disconnect()
    one.gate.open()
    expect(await signing).toBe('resolved')
    await settle()
    expect([two.status(), one.session() !== null]).toEqual(['signed-in', true])
  })
})

describe('a sign-in that was reported as failed', () => {
  it('leaves no session whose answer was lost on the way', async () => {
    const shop = createShop({
      change: (own) => ({
        async verify(proof) {
          await own.verify(proof)
          throw new ApiError({ apiCode: 'PARSE_ERROR', httpStatus: 200 })
        },
      }),
    })
    await shop.connect()
    expect(await codeOf(shop.control.signIn())).toBe('PARSE_ERROR')
    await vi.waitFor(() => expect(shop.asked).toContain('signOut'))
    expect(shop.session()).toBe(null)
  })

  it('ends nobody’s session in another store of the page', async () => {
    const one = createShop()
    await one.connect()
    await one.control.signIn()
    const two = createShop({
      config: {
        signInAdapter: Object.assign(one.adapter, {
          verify: async () => {
            throw new ApiError({ apiCode: 'NETWORK' })
          },
        }),
      },
    })
    await two.connect()
    expect(await codeOf(two.control.signIn())).toBe('NETWORK')
    await settle()
    expect([one.status(), one.session() !== null]).toEqual(['signed-in', true])
  })

  it('and was refused by an error of the page’s own asks the server nothing more', async () => {
    const shop = createShop({
      change: () => ({
        verify: async () => {
          throw new Error('no')
        },
      }),
    })
    await shop.connect()
    expect(await codeOf(shop.control.signIn())).toBe('api_failed')
    await settle()
    expect(shop.asked.slice(shop.asked.indexOf('nonce'))).toEqual(['nonce'])
  })

  it('and was refused in so many words asks the server nothing more', async () => {
    const shop = createShop({ change: () => ({ verify: async () => false }) })
    await shop.connect()
    expect(await codeOf(shop.control.signIn())).toBe('signature_invalid')
    await settle()
    expect(shop.asked.slice(shop.asked.indexOf('nonce'))).toEqual(['nonce'])
  })
})

describe('a sign-in begins anew', () => {
  it('when the page asks for it because the account has changed during another', async () => {
    const shop = createShop()
    await shop.connect()
    shop.wallet.setApprove('manual')
    let again: Promise<string> | undefined
    shop.client.on('changed', () => {
      again ??= codeOf(shop.control.signIn())
    })
    const first = codeOf(shop.control.signIn())
    await shop.wallet.nextPrompt('sign')
    shop.wallet.setAccounts(shop.others)
    expect(await first).toBe('account_mismatch')
    // The wallet asks one thing at a time.
    shop.wallet.setApprove('always')
    for (const prompt of [...shop.wallet.openPrompts]) prompt.approve()
    expect(await again).toBe('resolved')
    expect(shop.client.getState().auth.address).toBe(shop.others[0])
  })

  it('after a sign-out that has cancelled another', async () => {
    const shop = createShop()
    await shop.connect()
    shop.wallet.setApprove('manual')
    const first = codeOf(shop.control.signIn())
    await shop.wallet.nextPrompt('sign')
    void shop.control.signOut()
    const second = codeOf(shop.control.signIn())
    expect(await first).toBe('user_rejected')
    // The wallet asks one thing at a time.
    shop.wallet.setApprove('always')
    for (const prompt of [...shop.wallet.openPrompts]) prompt.approve()
    expect(await second).toBe('resolved')
  })
})

describe('two stores with one server', () => {
  it('a sign-out of one that takes long does not end the session that the other begins meanwhile', async () => {
    const one = createSlowShop('signOut')
    await one.connect()
    await one.control.signIn()
    const two = createShop({ config: { signInAdapter: one.adapter } })
    await two.connect()
    await settle()
    await one.client.disconnect()
    const signing = two.control.signIn()
    await settle()
    one.gate.open()
    await signing
    await settle()
    expect([two.status(), one.session() !== null]).toEqual(['signed-in', true])
  })
})
