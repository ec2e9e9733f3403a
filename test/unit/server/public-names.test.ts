import { describe, expect, it } from 'vitest'
import { createApiClient } from '../../../src/exports/client.js'
import * as server from '../../../src/exports/server.js'
import * as trpc from '../../../src/exports/trpc.js'
import { codeOf, createVisitor, prove } from './visitor.js'

const ORIGIN = 'https://shop.example'
const create = () =>
  server.createSignIn({
    domain: 'shop.example',
    chains: ['eip155:1', 'starknet:SN_MAIN'],
    rpc: { 'eip155:1': 'http://127.0.0.1:9', 'starknet:SN_MAIN': 'http://127.0.0.1:9' },
    nonceStore: new Map<string, string>(),
  })

describe('the server’s public names', () => {
  it('are at the documented entry points', () => {
    const { createSignIn, createSignInHandler, parseSignInMessage, formatSignInMessage } = server
    const { createSignInRouter, createSignInContext } = trpc
    for (const member of [createSignIn, createSignInHandler, parseSignInMessage, formatSignInMessage])
      expect(member).toBeTypeOf('function')
    for (const member of [createSignInRouter, createSignInContext]) expect(member).toBeTypeOf('function')
    expect(createApiClient).toBeTypeOf('function')
  })

  it('issueNonce and verify answer with these members and no others', async () => {
    const [signIn, visitor] = [create(), createVisitor()]
    expect(Object.keys(await signIn.issueNonce())).toEqual(['nonce', 'domain'])
    const proof = await prove(signIn, visitor)
    expect(await signIn.verify(proof)).toEqual({ address: visitor.address, chainId: 'eip155:1' })
    const refusal = await signIn.verify(proof).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(server.WalletError)
    expect(refusal).toMatchObject({ name: 'WalletError', code: 'nonce_used' })
  })

  it('formatSignInMessage writes byte for byte what parseSignInMessage reads, which refuses all else', async () => {
    const { message } = await prove(create(), createVisitor())
    expect(server.formatSignInMessage(server.parseSignInMessage(message))).toBe(message)
    expect(await codeOf((async () => server.parseSignInMessage(`${message}\n`))())).toBe('message_invalid')
  })

  it.each([
    'signature_invalid',
    'nonce_used',
    'nonce_unknown',
    'domain_mismatch',
    'chain_mismatch',
    'account_mismatch',
    'message_expired',
    'message_invalid',
    'message_too_long',
    'account_not_deployed',
  ])('%s is a code of sign-in', (code) => {
    expect(server.isSignInErrorCode(code)).toBe(true)
  })
})

describe('the calls', () => {
  it('as plain JSON have these paths, methods and answers', async () => {
    const [signIn, visitor] = [create(), createVisitor()]
    const handle = server.createSignInHandler(signIn)
    const ask = async (path: string, method: string, sent?: unknown, known = '') => {
      const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie: known }
      const init = { method, headers, ...(sent !== undefined && { body: JSON.stringify(sent) }) }
      const response = await handle(new Request(`${ORIGIN}/any/base/${path}`, init))
      return {
        status: response.status,
        body: (await response.json()) as any,
        set: response.headers.getSetCookie()[0],
      }
    }
    expect((await ask('nonce', 'GET')).body).toEqual({ nonce: expect.any(String), domain: 'shop.example' })
    const proof = await prove(signIn, visitor)
    const signed = await ask('verify', 'POST', proof)
    expect(signed.body).toEqual({ address: visitor.address, chainId: 'eip155:1' })
    const cookie = String(signed.set).split(';')[0]
    expect((await ask('session', 'GET')).body).toBeNull()
    expect((await ask('session', 'GET', undefined, cookie)).body).toMatchObject(signed.body)
    expect(await ask('sign-out', 'POST', undefined, cookie)).toMatchObject({ status: 200, body: null })
    const refused = await ask('verify', 'POST', proof)
    expect([refused.status, Object.keys(refused.body)]).toEqual([409, ['code', 'message']])
    expect((await ask('openapi.json', 'GET')).body.openapi).toBe('3.1.0')
  })

  it('of tRPC are two queries and two mutations', () => {
    const { procedures } = trpc.createSignInRouter(create())._def as unknown as {
      procedures: Record<string, { _def: { type: string } }>
    }
    const kinds = Object.entries(procedures).map(([name, { _def }]) => [name, _def.type])
    expect(Object.fromEntries(kinds)).toEqual({
      'signIn.nonce': 'query',
      'signIn.verify': 'mutation',
      'signIn.session': 'query',
      'signIn.signOut': 'mutation',
    })
  })
})
