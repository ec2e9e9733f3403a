import { describe, expect, it, vi } from 'vitest'
import { parseSignInMessage } from '../../../src/protocol/siwe/message.js'
import { codeOf } from '../server/visitor.js'
import { createShop } from './shop.js'

describe('a sign-in attempt', () => {
  it('signs for the page’s own host and origin, with the server’s nonce, and the server verifies that message', async () => {
    const shop = createShop()
    await shop.connect()
    const detail = await shop.control.signIn()
    const fields = parseSignInMessage(detail.message)
    expect(fields).toMatchObject({ domain: 'shop.example', uri: 'https://shop.example', chainId: 1 })
    expect(detail).toMatchObject({
      address: fields.address,
      chainId: 'eip155:1',
      namespace: 'eip155',
      verified: true,
    })
    expect(shop.session()).toEqual({ address: detail.address, chainId: 'eip155:1' })
    expect(shop.signed.in).toEqual([detail])
    expect(shop.client.getState().auth).toEqual({
      status: 'signed-in',
      address: detail.address,
      chainId: 'eip155:1',
      error: null,
    })
  })

  it.each([
    ['another site’s', { nonce: 'k234567890123456789012', domain: 'evil.example' }, 'domain_mismatch'],
    [
      'one with somebody before the host',
      { nonce: 'k234567890123456789012', domain: 'shop.example@evil.example' },
      'domain_mismatch',
    ],
    ['a list', ['k234567890123456789012'], 'request_invalid'],
    ['cut JSON', '{"nonce":"k2345', 'request_invalid'],
    ['too short for EIP-4361', 'k234567', 'message_invalid'],
    ['more than letters and digits', 'k234-5678-9012', 'message_invalid'],
    ['one of a megabyte', 'k'.repeat(1_000_000), 'message_invalid'],
  ])('H03, H18, H20: never shows the wallet a nonce that is %s', async (_, answer, code) => {
    const shop = createShop({ change: () => ({ getNonce: async () => answer as string }) })
    await shop.connect()
    expect(await codeOf(shop.control.signIn())).toBe(code)
    expect([shop.prompts(), shop.asked.includes('verify'), shop.errors()]).toEqual([0, false, [code]])
    expect(shop.status()).toBe('anonymous')
  })

  it.each([
    ['an empty object', {}],
    ['null', null],
    ['a number', { nonce: 5 }],
    ['one that is too short', 'k234567'],
    ['another site’s', { nonce: 'k234567890123456789012', domain: 'evil.example' }],
  ])('asks the server again after an answer that cannot be used: %s (SP04)', async (_, answer) => {
    const answers = [answer]
    const shop = createShop({
      change: ({ getNonce }) => ({
        getNonce: async () => (answers.length > 0 ? (answers.shift() as string) : getNonce()),
      }),
    })
    await shop.connect()
    expect(await codeOf(shop.control.signIn())).toMatch(/_mismatch|_invalid/)
    expect(await shop.control.signIn()).toMatchObject({ verified: true })
  })

  it.each([
    ['eight digits', '12345678'],
    ['hex digits', '0123456789012345678901'],
    ['96 hex digits, as viem makes them', 'a1'.repeat(48)],
  ])('accepts a nonce of %s on EVM, as EIP-4361 does (W03)', async (_, nonce) => {
    const shop = createShop({
      change: () => ({ getNonce: async () => nonce, verify: async () => true }),
    })
    await shop.connect()
    const { message } = await shop.control.signIn()
    expect(parseSignInMessage(message).nonce).toBe(nonce)
  })

  it('is bound to the path and the resources that the server requires (Y17)', async () => {
    const shop = createShop({ server: { path: '/admin', resources: ['urn:role:admin'] } })
    await shop.connect()
    const { message } = await shop.control.signIn()
    expect(parseSignInMessage(message)).toMatchObject({
      uri: 'https://shop.example/admin',
      resources: ['urn:role:admin'],
    })
  })

  it.each([
    ['another origin’s', { path: 'https://evil.example/' }, 'message_invalid'],
    ['another host’s', { path: '//evil.example/' }, 'message_invalid'],
    ['one with a line break', { path: '/a\nb' }, 'message_invalid'],
    ['no text', { path: 5 }, 'request_invalid'],
    ['resources with a line break', { resources: ['a:b\n- c:d'] }, 'message_invalid'],
    ['resources that are no list', { resources: 'a:b' }, 'request_invalid'],
  ])('Y17: never shows the wallet a path that is %s', async (_, bound, code) => {
    const answer = { nonce: 'k234567890123456789012', domain: 'shop.example', ...bound }
    const shop = createShop({ change: () => ({ getNonce: async () => answer as never }) })
    await shop.connect()
    expect(await codeOf(shop.control.signIn())).toBe(code)
    expect(shop.prompts()).toBe(0)
  })

  it('uses a bare nonce for the page’s own host (H18)', async () => {
    const shop = createShop({
      server: { bareNonce: true },
      change: ({ getNonce }) => ({
        getNonce: async () => ((await getNonce()) as { nonce: string }).nonce,
      }),
    })
    await shop.connect()
    expect(await shop.control.signIn()).toMatchObject({ verified: true })
  })

  it.each([
    ['the chain', (wallet: { setChain(chain: number): void }) => wallet.setChain(5), 'chain_mismatch'],
    [
      'the account',
      (wallet: { setAccounts(list: string[]): void }) =>
        wallet.setAccounts(['0x70997970C51812dc3A010C7d01b50e0d17dc79C8']),
      'account_mismatch',
    ],
  ])('H05: is not posted when %s changes while the prompt is open', async (_, change, code) => {
    const shop = createShop()
    await shop.connect()
    shop.wallet.setApprove('manual')
    const signing = codeOf(shop.control.signIn())
    const prompt = await shop.wallet.nextPrompt('sign')
    change(shop.wallet as never)
    prompt.approve()
    expect(await signing).toBe(code)
    expect(shop.asked).not.toContain('verify')
    expect(shop.session()).toBe(null)
  })

  it('H06: is not posted when it expires by the server’s clock while the prompt is open', async () => {
    let time = Date.now()
    const shop = createShop({ change: () => ({ now: () => time }) })
    await shop.connect()
    shop.wallet.setApprove('manual')
    const signing = codeOf(shop.control.signIn())
    const prompt = await shop.wallet.nextPrompt('sign')
    time += 10 * 60_000
    prompt.approve()
    expect(await signing).toBe('message_expired')
    expect(shop.asked).not.toContain('verify')
  })

  it('has the date of the server’s clock', async () => {
    const time = Date.parse('2030-01-01T00:00:00.000Z')
    const shop = createShop({ server: { now: () => time }, change: () => ({ now: () => time }) })
    await shop.connect()
    const { message } = await shop.control.signIn()
    expect(parseSignInMessage(message).issuedAt).toBe('2030-01-01T00:00:00.000Z')
  })

  it('H24: leaves the visitor connected and not signed in when the wallet refuses', async () => {
    const shop = createShop()
    await shop.connect()
    shop.wallet.setApprove('never')
    expect(await codeOf(shop.control.signIn())).toBe('user_rejected')
    expect([shop.status(), shop.client.getState().status]).toEqual(['anonymous', 'connected'])
    expect(shop.errors()).toEqual(['user_rejected'])
  })

  it('H25: asks for one nonce and shows one prompt, however often it is called', async () => {
    const shop = createShop()
    await shop.connect()
    shop.wallet.setApprove('manual')
    const calls = Array.from({ length: 5 }, () => shop.control.signIn())
    const prompt = await shop.wallet.nextPrompt('sign')
    calls.push(shop.control.signIn())
    prompt.approve()
    expect(new Set(await Promise.all(calls)).size).toBe(1)
    expect([shop.prompts(), shop.asked.filter((one) => one === 'nonce').length]).toEqual([1, 1])
  })

  it.each([
    [{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', chainId: 'eip155:1' }, 'account_mismatch', 1],
    [false, 'signature_invalid', 0],
  ])('fails when the server answers %o', async (answer, code, ended) => {
    const shop = createShop({ change: () => ({ verify: async () => answer }) })
    await shop.connect()
    expect(await codeOf(shop.control.signIn())).toBe(code)
    expect(shop.status()).toBe('anonymous')
    expect(shop.asked.filter((one) => one === 'signOut')).toHaveLength(ended)
    expect(shop.errors()).toEqual([code])
  })

  it('keeps the sign-in code of an adapter’s own error, and turns any other into api_failed', async () => {
    for (const [thrown, code] of [
      [{ code: 'nonce_used' }, 'nonce_used'],
      ['user rejected by server', 'api_failed'],
    ]) {
      const shop = createShop({ change: () => ({ verify: () => Promise.reject(thrown) }) })
      await shop.connect()
      expect(await codeOf(shop.control.signIn())).toBe(code)
    }
  })

  it('E14: leaves nothing in storage', async () => {
    const shop = createShop()
    const write = vi.spyOn(shop.storage, 'setItem')
    await shop.connect()
    const { message, signature } = await shop.control.signIn()
    const nonce = parseSignInMessage(message).nonce
    const kept = JSON.stringify(write.mock.calls)
    expect(kept).toContain('reconnect')
    for (const secret of [nonce, signature as string, 'sign']) expect(kept).not.toContain(secret)
  })
})
