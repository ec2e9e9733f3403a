import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createStarknetSignIn } from '../../../src/protocol/sign-in-starknet.js'
import { createSignInHandler } from '../../../src/server/handler.js'
import { createHttpRpc, type RpcError } from '../../../src/server/rpc.js'
import { createSignIn, type SignIn } from '../../../src/server/sign-in.js'
import { startServer } from '../api/server.js'
import { codeOf, createVisitor, prove } from './visitor.js'

interface Row {
  node: string
  call: 'eth_call' | 'starknet_call'
  error: RpcError
  verdict: 'refused' | 'absent' | 'no_entrypoint' | 'failed'
}

const { errors } = JSON.parse(readFileSync('docs/node-errors.json', 'utf8')) as { errors: Row[] }

const STARKNET = 'starknet:SN_MAIN'
const ACCOUNT = `0x${'1'.padStart(64, '0')}`

const stop: (() => unknown)[] = []
afterAll(async () => {
  for (const end of stop) await end()
})

const ORIGIN = 'https://shop.example'
const toRequest = (call: string, cookie = '', body?: unknown) =>
  new Request(`${ORIGIN}/${call}`, {
    method: body ? 'POST' : 'GET',
    headers: { origin: ORIGIN, cookie, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

async function proveStarknet(signIn: SignIn) {
  const { nonce } = await signIn.issueNonce()
  const message = createStarknetSignIn({ message: nonce, domain: 'shop.example', chainId: STARKNET })
  const signature = ['0x1', '0x2']
  return { namespace: 'starknet' as const, chainId: STARKNET, address: ACCOUNT, message, signature }
}

/** A site whose node answers over HTTP, with what the test sets. */
async function openSite() {
  const yes = { eth_call: `0x${'1'.padStart(64, '0')}`, starknet_call: ['0x56414c4944'] }
  let reply: (method: keyof typeof yes) => object = (method) => ({ result: yes[method] })
  const server = await startServer(({ body }) => ({
    json: { jsonrpc: '2.0', id: 1, ...reply(JSON.parse(body).method) },
  }))
  stop.push(server.stop)
  const rpc = { 'eip155:1': server.url, [STARKNET]: createHttpRpc(server.url) }
  const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1', STARKNET], rpc })
  const proofs = {
    eth_call: async () => ({ ...(await prove(signIn, createVisitor())), signature: '0x1234' }),
    starknet_call: () => proveStarknet(signIn),
  }
  const handle = createSignInHandler(signIn, { keepProof: true })
  const answer = (next: object) => {
    reply = () => next
  }
  return { signIn, proofs, handle, answer }
}

/** The sites on which an account is signed in; a row that ends the session ends its site too. */
const signedIn: { [call in Row['call']]?: Promise<Awaited<ReturnType<typeof signInNow>>> } = {}

async function signInNow(call: Row['call']) {
  const site = await openSite()
  const answer = await site.handle(toRequest('verify', '', await site.proofs[call]()))
  expect(answer.status).toBe(200)
  const [cookie = ''] = answer.headers.getSetCookie()
  return { ...site, session: toRequest('session', cookie.split(';')[0]) }
}
const signInOnce = (call: Row['call']) => {
  signedIn[call] ??= signInNow(call)
  return signedIn[call]
}

const SIGN_IN_CODE = {
  refused: 'signature_invalid',
  absent: 'account_not_deployed',
  no_entrypoint: 'signature_invalid',
  failed: 'rpc_failed',
} as const

describe('the real errors of nodes and providers in docs/node-errors.json', () => {
  it.each(errors.map((row) => [row.call, row.node, row.error.code, row.error.message, row] as const))(
    'SV06: %s at %s: %s %s',
    async (call, _node, _code, _message, { error, verdict }) => {
      const { signIn, proofs, handle, answer, session } = await signInOnce(call)
      const proof = await proofs[call]()

      answer({ error })
      expect(await codeOf(signIn.verify(proof))).toBe(SIGN_IN_CODE[verdict])
      // Only the account's own refusal ends a session. An account does not leave the chain.
      const isRefused = verdict === 'refused' || verdict === 'no_entrypoint'
      if (isRefused) expect(await handle.revalidate(session)).toBeNull()
      else expect(await codeOf(handle.revalidate(session))).toBe('rpc_failed')
      expect((await handle.readSession(session)) === null).toBe(isRefused)
      if (isRefused) delete signedIn[call]
    },
  )

  it.each<['eth_call' | 'starknet_call', string, unknown]>([
    ['eth_call', 'nothing', '0x'],
    ['eth_call', 'another number', `0x${'2'.padStart(64, '0')}`],
    ['eth_call', 'the magic value itself', `0x1626ba7e${'0'.repeat(56)}`],
    ['eth_call', 'no text', true],
    ['eth_call', 'null', null],
    ['starknet_call', 'no list', '0x0'],
    ['starknet_call', 'a list of no felts', ['VALID']],
    ['starknet_call', 'an object', { result: ['0x0'] }],
  ])('SV06: an answer to %s that no account gives, %s, is the node’s trouble', async (call, _, result) => {
    const { signIn, proofs, answer } = await openSite()
    const proof = await proofs[call]()
    await signIn.verify(proof)
    answer({ result })
    expect(await codeOf(signIn.verify(await proofs[call]()))).toBe('rpc_failed')
    expect(await codeOf(signIn.revalidate(proof))).toBe('rpc_failed')
  })

  it('SV06: the account’s own no ends the session', async () => {
    for (const [call, result] of [
      ['eth_call', `0x${'0'.repeat(64)}`],
      ['starknet_call', ['0x0']],
      ['starknet_call', []],
    ] as const) {
      const { signIn, proofs, answer } = await openSite()
      const proof = await proofs[call]()
      await signIn.verify(proof)
      answer({ result })
      expect(await codeOf(signIn.revalidate(proof))).toBe('signature_invalid')
    }
  })

  it('SV06: a site that has lost its node keeps its contract accounts signed in', async () => {
    const { signIn, proofs } = await openSite()
    const proof = await proofs.eth_call()
    await signIn.verify(proof)
    const without = createSignIn({ domain: 'shop.example', chains: ['eip155:1'] })
    expect(await codeOf(without.revalidate(proof))).toBe('rpc_failed')
  })
})
