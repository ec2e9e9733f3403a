import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, it } from 'vitest'
import type { SignInFields } from '../../../src/server/proof.js'
import { createSignIn } from '../../../src/server/sign-in.js'
import { codeOf, createVisitor, prove, writeMessage } from './visitor.js'

const MINUTE = 60_000

function toFormData(fields: SignInFields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const create = (options: Partial<Parameters<typeof createSignIn>[0]> = {}) =>
  createSignIn({ domain: 'shop.example', chains: ['eip155:1', 'eip155:10'], ...options })

describe('a signed EVM message', () => {
  it('signs its account in, without any node', async () => {
    const signIn = create()
    const visitor = createVisitor()
    expect(await signIn.verify(await prove(signIn, visitor))).toEqual({
      address: visitor.address,
      chainId: 'eip155:1',
    })
  })

  it.each([-60, 60])(
    'H07: is refused with a word about the clock, if its clock is %i minutes wrong',
    async (minutes) => {
      const signIn = create()
      const issuedAt = new Date(Date.now() + minutes * MINUTE).toISOString()
      const error = await signIn
        .verify(await prove(signIn, createVisitor(), { issuedAt }))
        .catch((caught) => caught)
      expect(error).toMatchObject({ code: 'message_expired', message: expect.stringContaining('clock') })
    },
  )

  it('may be posted with its address in small letters', async () => {
    const signIn = create()
    const visitor = createVisitor()
    const proof = await prove(signIn, visitor)
    const result = await signIn.verify({ ...proof, address: visitor.address.toLowerCase() })
    expect(result).toEqual({ address: visitor.address, chainId: 'eip155:1' })
  })

  it.each([
    ['small letters', (address: string) => address.toLowerCase()],
    ['capitals', (address: string) => `0x${address.slice(2).toUpperCase()}`],
  ])('W11: may name the account in %s', async (_, spell) => {
    const signIn = create()
    const visitor = createVisitor()
    const { nonce } = await signIn.issueNonce()
    const message = writeMessage(nonce, spell(visitor.address))
    const signature = await visitor.sign(message)
    const proof = { namespace: 'eip155' as const, chainId: 'eip155:1', address: visitor.address, message }
    expect(await signIn.verify({ ...proof, signature })).toEqual({
      address: visitor.address,
      chainId: 'eip155:1',
    })
  })

  it.each([
    ['an object', (fields: SignInFields) => fields],
    ['form data', (fields: SignInFields) => toFormData(fields)],
    ['URL parameters', (fields: SignInFields) => new URLSearchParams({ ...fields })],
  ])('signs in from the submitted fields of a form: %s', async (_, send) => {
    const signIn = create()
    const visitor = createVisitor()
    const { message, signature } = await prove(signIn, visitor)
    const fields = {
      wallet: `eip155:1:${visitor.address}`,
      wallet_message: message.replace(/\n/g, '\r\n'),
      wallet_signature: signature,
    }
    expect(await signIn.verify(send(fields))).toEqual({ address: visitor.address, chainId: 'eip155:1' })
    expect(await codeOf(signIn.verify(send(fields)))).toBe('nonce_used')
    expect(await codeOf(signIn.verify(send({ ...fields, wallet: '' })))).toBe('request_invalid')
  })

  it('H01: signs in once', async () => {
    const signIn = create()
    const proof = await prove(signIn, createVisitor())
    await signIn.verify(proof)
    expect(await codeOf(signIn.verify(proof))).toBe('nonce_used')
  })

  it('H15: signs in once, in either form of its signature', async () => {
    const signIn = create()
    const proof = await prove(signIn, createVisitor())
    await signIn.verify(proof)
    expect(await codeOf(signIn.verify({ ...proof, signature: toHighS(proof.signature) }))).toBe('nonce_used')
  })

  it('H02: is refused with a nonce of another server, or of another visitor', async () => {
    const signIn = create()
    const foreign = await prove(create(), createVisitor())
    expect(await codeOf(signIn.verify(foreign))).toBe('nonce_unknown')

    const visitor = createVisitor()
    const { nonce } = await signIn.issueNonce('session of A')
    const message = writeMessage(nonce, visitor.address)
    const proof = { ...foreign, address: visitor.address, message, signature: await visitor.sign(message) }
    expect(await codeOf(signIn.verify(proof))).toBe('nonce_unknown')
    expect(await codeOf(signIn.verify(proof, 'session of B'))).toBe('nonce_unknown')
    expect(await codeOf(signIn.verify(proof, 'session of A'))).toBe('resolved')
  })

  it('H10: of another account does not sign in, and does not use up the nonce', async () => {
    const signIn = create()
    const visitor = createVisitor()
    const proof = await prove(signIn, visitor)
    const signature = await createVisitor().sign(proof.message)
    expect(await codeOf(signIn.verify({ ...proof, signature }))).toBe('signature_invalid')
    expect(await codeOf(signIn.verify(proof))).toBe('resolved')
  })

  it('is verified exactly as it was signed, without printing a date again', async () => {
    const signIn = create()
    const proof = await prove(signIn, createVisitor(), {
      issuedAt: new Date().toISOString().replace('Z', '000000+00:00'),
    })
    expect(await codeOf(signIn.verify(proof))).toBe('resolved')
  })

  it('is refused when one letter differs', async () => {
    const signIn = create()
    const proof = await prove(signIn, createVisitor(), { statement: 'I owe you nothing' })
    const message = proof.message.replace('nothing', 'notHing')
    expect(await codeOf(signIn.verify({ ...proof, message }))).toBe('signature_invalid')
  })
})

describe('a message for somebody or something else', () => {
  const refuse = async (change: object, input: object = {}, options: Parameters<typeof create>[0] = {}) => {
    const signIn = create(options)
    const proof = await prove(signIn, createVisitor(), change)
    return codeOf(signIn.verify({ ...proof, ...input }))
  }

  it.each([
    ['another domain', { domain: 'evil.example' }],
    ['a subdomain', { domain: 'a.shop.example' }],
    ['the domain above', { domain: 'example' }],
    ['another port', { domain: 'shop.example:8443' }],
    ['H23: a domain behind somebody', { domain: 'good@shop.example' }],
    ['H23: the domain as somebody', { domain: 'shop.example@evil.example' }],
    ['a domain with a dot at the end', { domain: 'shop.example.' }],
    ['a look-alike in punycode', { domain: 'xn--shp-tna.example' }],
  ])('H03: is refused for %s', async (_, change) => {
    expect(await refuse(change)).toBe('domain_mismatch')
  })

  it.each([
    ['host', 'https://evil.example/login'],
    ['scheme', 'http://shop.example/login'],
    ['port', 'https://shop.example:8443/login'],
    ['kind', 'urn:isbn:0451450523'],
    ['user', 'https://good@shop.example/login'],
    ['host behind a user', 'https://shop.example@evil.example/login'],
    ['kind of address: inside blob:', 'blob:https://shop.example/0'],
    ['kind of address: without slashes', 'https:shop.example'],
    ['kind of address: with one slash', 'https:/shop.example'],
    ['kind of address: with three slashes', 'https:///shop.example'],
    ['kind of address: with an empty user', 'https://@shop.example/login'],
    ['kind of address: with an empty user and password', 'https://:@shop.example/login'],
  ])('H04, SV13: is refused with a uri of another %s', async (_, uri) => {
    expect(await refuse({ uri })).toBe('domain_mismatch')
  })

  it('H04: is refused when the scheme before the domain is not the site’s', async () => {
    expect(await refuse({ scheme: 'http' })).toBe('domain_mismatch')
    expect(await refuse({ scheme: 'https' })).toBe('resolved')
  })

  it.each([
    ['localhost:3000', 'http://localhost:3000/', 'resolved'],
    ['localhost:3000', 'https://localhost:3000/', 'resolved'],
    ['localhost:3000', 'http://localhost:3001/', 'domain_mismatch'],
    ['[::1]:3000', 'http://[::1]:3000/', 'resolved'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000/', 'resolved'],
    ['shop.example:8443', 'https://shop.example:8443/a?b#c', 'resolved'],
    ['xn--bcher-kva.example', 'https://xn--bcher-kva.example/', 'resolved'],
  ])('for a site at %s with the uri %s: %s', async (domain, uri, expected) => {
    expect(await refuse({ domain, uri }, {}, { domain })).toBe(expected)
  })

  it('H22: is compared in the ASCII form of an international host', async () => {
    const signIn = create({ domain: 'Bücher.example' })
    expect((await signIn.issueNonce()).domain).toBe('xn--bcher-kva.example')
    const message = { domain: 'xn--bcher-kva.example', uri: 'https://xn--bcher-kva.example' }
    expect(await codeOf(signIn.verify(await prove(signIn, createVisitor(), message)))).toBe('resolved')
  })

  it('H05: is refused for a chain that the proof or the site does not name', async () => {
    expect(await refuse({ chainId: 10 }, { chainId: 'eip155:1' })).toBe('chain_mismatch')
    expect(await refuse({ chainId: 137 })).toBe('chain_mismatch')
    expect(await refuse({ chainId: 10 })).toBe('resolved')
  })

  it('H26: is refused for an account that the proof does not name', async () => {
    expect(await refuse({}, { address: createVisitor().address })).toBe('account_mismatch')
  })

  it.each([
    ['no object', undefined],
    ['null', null],
    ['text', 'proof'],
    ['nothing in it', {}],
    ['a chain of another namespace', { chainId: 'starknet:SN_MAIN', namespace: 'eip155' }],
    ['an unknown chain', { chainId: 'solana:1' }],
    ['no address', { chainId: 'eip155:1', address: '0x1' }],
    ...['0x1', 'eip155:0x1', 'eip155:01', 'eip155:+1', '1', 'SN_MAIN', 'STARKNET:SN_MAIN'].map(
      (chainId) => [`the chain ${chainId}`, { chainId, address: `0x${'1'.repeat(40)}` }] as [string, object],
    ),
    ['0X before its address', { chainId: 'eip155:1', address: `0X${'1'.repeat(40)}` }],
    ['0X before its felt', { chainId: 'starknet:SN_MAIN', address: '0X12' }],
    ['no 0x before its felt', { chainId: 'starknet:SN_MAIN', address: '12' }],
    ['a number for its felt', { chainId: 'starknet:SN_MAIN', address: 12n }],
    ['H08: a wrong checksum', { chainId: 'eip155:1', address: '0xc02aaA39b223FE8D0A0e5C4F27eAD9083C756CC2' }],
  ])('SV13: is refused with an invalid proof: %s', async (_, proof) => {
    expect(await codeOf(create().verify(proof as never))).toBe('request_invalid')
  })

  it('H08: is refused for an address with a wrong checksum', async () => {
    const signIn = create()
    const visitor = createVisitor()
    const { message, ...proof } = await prove(signIn, visitor)
    const digits = visitor.address.slice(2)
    const at = digits.search(/[a-f]/i)
    const letter = digits[at] as string
    const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()
    const wrong = message.replace(digits, digits.slice(0, at) + other + digits.slice(at + 1))
    const signature = await visitor.sign(wrong)
    expect(await codeOf(signIn.verify({ ...proof, message: wrong, signature }))).toBe('message_invalid')
  })

  it('H20, H21: is refused with 1 MB, with forged lines, or of another kind', async () => {
    const signIn = create()
    const proof = await prove(signIn, createVisitor())
    expect(await codeOf(signIn.verify({ ...proof, message: 'a'.repeat(1_000_000) }))).toBe('message_too_long')
    expect(await codeOf(signIn.verify({ ...proof, message: `${proof.message}\nResources:\n- evil` }))).toBe(
      'message_invalid',
    )
    expect(await codeOf(signIn.verify({ ...proof, message: {} as never }))).toBe('message_invalid')
  })
})

describe('the times of a message', () => {
  const at = async (change: object, options: Parameters<typeof create>[0] = {}) => {
    const signIn = create(options)
    return codeOf(signIn.verify(await prove(signIn, createVisitor(), change)))
  }
  const iso = (offset: number) => new Date(Date.now() + offset).toISOString()

  it.each([
    ['issued now', { issuedAt: iso(0) }, 'resolved'],
    ['issued 9 minutes ago', { issuedAt: iso(-9 * MINUTE) }, 'resolved'],
    ['H07: issued 11 minutes ago', { issuedAt: iso(-11 * MINUTE) }, 'message_expired'],
    ['issued by a clock 4 minutes ahead', { issuedAt: iso(4 * MINUTE) }, 'resolved'],
    ['H07: issued by a clock 6 minutes ahead', { issuedAt: iso(6 * MINUTE) }, 'message_expired'],
    ['H07: not valid before another minute', { notBefore: iso(MINUTE) }, 'message_expired'],
    ['valid since a minute', { notBefore: iso(-MINUTE) }, 'resolved'],
    ['H06: expired', { expirationTime: iso(-1_000) }, 'message_expired'],
    ['good for another minute', { expirationTime: iso(MINUTE) }, 'resolved'],
    [
      'expired in another time zone',
      { expirationTime: iso(-MINUTE).replace('Z', '+00:00') },
      'message_expired',
    ],
  ])('are checked: %s', async (_, change, expected) => {
    expect(await at(change)).toBe(expected)
  })

  it('end with the nonce’s lifetime', async () => {
    let time = Date.now()
    const signIn = create({ now: () => time, nonceLifetime: 2 * MINUTE })
    const proof = await prove(signIn, createVisitor(), { issuedAt: new Date(time).toISOString() })
    time += 2 * MINUTE
    expect(await codeOf(signIn.verify(proof))).toBe('nonce_unknown')
  })
})

/** Returns the other form of a signature: (r, n − s), with the other parity. */
function toHighS(signature: string): string {
  const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return signature.slice(0, 66) + s.toString(16).padStart(64, '0') + v
}

describe('H09, SV13: the form of a signature', () => {
  const withSignature = async (change: (signature: string) => unknown) => {
    const signIn = create()
    const proof = await prove(signIn, createVisitor())
    return codeOf(signIn.verify({ ...proof, signature: change(proof.signature) as string }))
  }
  const withV = (signature: string, v: number) => signature.slice(0, 130) + v.toString(16).padStart(2, '0')
  const parity = (signature: string) => (signature.endsWith('1b') ? 0 : 1)
  const toCompact = (signature: string) => {
    const s = BigInt(`0x${signature.slice(66, 130)}`) | (BigInt(parity(signature)) << 255n)
    return signature.slice(0, 66) + s.toString(16).padStart(64, '0')
  }

  it.each([
    ['v 27 or 28', (text: string) => text],
    ['v 0 or 1', (text: string) => withV(text, parity(text))],
    ['64 bytes (EIP-2098)', toCompact],
    ['high s', toHighS],
    ['capital letters', (text: string) => `0x${text.slice(2).toUpperCase()}`],
  ])('may be %s', async (_, change) => {
    expect(await withSignature(change)).toBe('resolved')
  })

  it.each([
    ['the other v', (text: string) => withV(text, 28 - parity(text))],
    ['v 2', (text: string) => withV(text, 2)],
    ['v 29', (text: string) => withV(text, 29)],
    ['v of EIP-155', (text: string) => withV(text, 37 + parity(text))],
    ['a byte more', (text: string) => `${text}00`],
    ['half a byte more', (text: string) => `${text}0`],
    ['two bytes less', (text: string) => text.slice(0, -4)],
    ['nothing', () => '0x'],
    ['no hex', () => 'signature'],
    ['no 0x', (text: string) => text.slice(2)],
    ['0X instead of 0x', (text: string) => text.replace('0x', '0X')],
    ['zeros', () => `0x${'00'.repeat(65)}`],
    ['ones', () => `0x${'ff'.repeat(65)}`],
    ['r past the order', (text: string) => `0x${'ff'.repeat(32)}${text.slice(66)}`],
    ['s of zero', (text: string) => `${text.slice(0, 66)}${'00'.repeat(32)}1b`],
    ['a list', (text: string) => [text]],
    ['a number', () => 1],
    ['absent', () => undefined],
    ['1 MB', () => `0x${'00'.repeat(1_000_000)}`],
  ])('may not be %s', async (_, change) => {
    expect(await withSignature(change)).toBe('signature_invalid')
  })
})

describe('createSignIn refuses a configuration that could not work', () => {
  it.each([
    '',
    'https://shop.example',
    'shop.example/login',
    'good@shop.example',
    'shop example',
    'shop.example?a',
  ])('with the domain %j', (domain) => {
    expect(() => create({ domain })).toThrow(expect.objectContaining({ code: 'config_invalid' }))
  })

  it.each([[[]], [['solana:1']], [['eip155:0']]])('with the chains %j', (chains) => {
    expect(() => create({ chains })).toThrow(expect.objectContaining({ code: 'config_invalid' }))
  })
})
