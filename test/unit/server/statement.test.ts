import { describe, expect, it } from 'vitest'
import {
  createStarknetSignIn,
  createStarknetSignInRevision1,
} from '../../../src/protocol/sign-in-starknet.js'
import { createRecap, tellAbilities } from '../../../src/protocol/siwe/recap.js'
import { createSignInHandler } from '../../../src/server/handler.js'
import { describeApi } from '../../../src/server/openapi.js'
import { createSignIn, type SignInOptions } from '../../../src/server/sign-in.js'
import { codeOf, createVisitor, prove, proveNonce } from './visitor.js'

const TERMS = 'I accept the Terms of Service: https://shop.example/terms'
const STARKNET = 'starknet:SN_MAIN'

const create = (more: Partial<SignInOptions> = {}) =>
  createSignIn({
    domain: 'shop.example',
    chains: ['eip155:1', STARKNET],
    // A node by which every account accepts every signature.
    rpc: { [STARKNET]: async () => ['0x56414c4944'] },
    ...more,
  })

describe('a server with a statement (SV30)', () => {
  it('sends it with the nonce, and a server without one sends none', async () => {
    const { nonce: _, ...bound } = await create({ statement: TERMS }).issueNonce()
    expect(bound).toEqual({ domain: 'shop.example', statement: TERMS })
    expect(Object.keys(await create().issueNonce())).toEqual(['nonce', 'domain'])
    const handle = createSignInHandler(create({ statement: TERMS }), { base: '/auth' })
    const answer = await handle(new Request('https://shop.example/auth/nonce'))
    expect(await answer.json()).toMatchObject({ domain: 'shop.example', statement: TERMS })
    const { components } = describeApi('/auth') as {
      components: { schemas: Record<string, { properties: object; required: string[] }> }
    }
    expect(components.schemas.Nonce?.properties).toHaveProperty('statement')
    expect(components.schemas.Nonce?.required).toEqual(['nonce', 'domain'])
  })

  it.each([
    [TERMS, 'resolved'],
    [undefined, 'domain_mismatch'],
    ['', 'domain_mismatch'],
    [`${TERMS}.`, 'domain_mismatch'],
    [TERMS.toUpperCase(), 'domain_mismatch'],
    [`${TERMS} `, 'domain_mismatch'],
    [`I do not agree. ${TERMS}`, 'domain_mismatch'],
  ])('accepts on EVM only the message that says it: %j, %s', async (statement, code) => {
    const signIn = create({ statement: TERMS })
    expect(await codeOf(signIn.verify(await prove(signIn, createVisitor(), { statement })))).toBe(code)
  })

  it('knows its statement before the sentence of a ReCap, and not without it', async () => {
    const signIn = create({ statement: TERMS })
    const recap = createRecap(['personal_sign'])
    const resources = [recap]
    const told = await prove(signIn, createVisitor(), { statement: tellAbilities(TERMS, recap), resources })
    expect(await codeOf(signIn.verify(told))).toBe('resolved')
    for (const own of [undefined, 'Hello.']) {
      const silent = await prove(signIn, createVisitor(), {
        statement: tellAbilities(own, recap),
        resources,
      })
      expect(await codeOf(signIn.verify(silent))).toBe('domain_mismatch')
    }
  })

  it.each([
    ['the long message with it', TERMS, 'resolved'],
    ['the long message with another', 'Hello.', 'domain_mismatch'],
    ['the long message without one', undefined, 'domain_mismatch'],
    ['the short message', null, 'domain_mismatch'],
  ])('accepts on Starknet only %s: %j, %s', async (_, statement, code) => {
    const signIn = create({ statement: TERMS })
    const { nonce } = await signIn.issueNonce()
    const [address, chainId, domain] = [`0x${'1'.padStart(64, '0')}`, STARKNET, 'shop.example']
    const issuedAt = Math.floor(Date.now() / 1_000)
    const message =
      statement === null
        ? createStarknetSignIn({ message: nonce, domain, chainId })
        : createStarknetSignInRevision1({
            ...{ host: domain, address, nonce, chainId, statement, issuedAt },
            expiresAt: issuedAt + 600,
          })
    const proof = { namespace: 'starknet' as const, chainId, address, message, signature: ['0x1', '0x2'] }
    expect(await codeOf(signIn.verify(proof))).toBe(code)
  })

  it('accepts no nonce of a server with another statement, or with none', async () => {
    const shared = { secret: 'a secret of thirty-two characters', nonceStore: new Map() as never }
    const signIn = create({ ...shared, statement: TERMS })
    for (const statement of [undefined, 'Hello.']) {
      const { nonce } = await create({ ...shared, ...(statement && { statement }) }).issueNonce()
      const proof = await proveNonce(nonce, createVisitor(), { statement: TERMS })
      expect(await codeOf(signIn.verify(proof))).toBe('nonce_unknown')
    }
  })

  it('does not ask again for its sentence of whoever has signed in with the one before', async () => {
    const signIn = create({ statement: TERMS })
    const proof = await prove(signIn, createVisitor(), { statement: TERMS })
    await signIn.verify(proof)
    expect(await codeOf(create({ statement: 'Hello.' }).revalidate(proof))).toBe('resolved')
  })

  it('accepts any statement that EIP-4361 allows, and none, where it has none itself', async () => {
    const signIn = create()
    for (const statement of [undefined, '', TERMS, 'a'.repeat(3_000)])
      expect(await codeOf(signIn.verify(await prove(signIn, createVisitor(), { statement })))).toBe(
        'resolved',
      )
  })

  it.each(['', 'two\nlines', 'Grüße', 'a'.repeat(501), '100%', 5, null])('cannot have %j', (statement) => {
    expect(() => create({ statement: statement as string })).toThrow(
      expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining('statement') }),
    )
  })
})
