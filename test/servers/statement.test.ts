import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '../../src/client/state.js'
import type { SignInProof } from '../../src/protocol/sign-in-proof.js'
import { parseTypedData } from '../../src/protocol/starknet-typed-data.js'
import { createSignInHandler } from '../../src/server/handler.js'
import { createSignIn } from '../../src/server/sign-in.js'
import { createMessage, readNonce } from '../../src/sign-in/sign-in-message.js'
import { createScriptedAccount } from '../../src/testing/starknet/account.js'
import { hashTypedData } from '../../src/testing/starknet/typed-data-hash.js'
import { answerBy } from '../browser/support/sign-in-api.js'
import { type PageServer, startPageServer } from '../counterparts/servers.js'
import { type StarknetTestNode, startStarknetNode } from '../counterparts/starknet-node.js'
import { beginVisit, type OidcProvider, startProvider } from './attacks/oidc-transport.js'

const TERMS = 'I accept the Terms of Service: https://shop.example/terms'
const EVM = 'eip155:1'
const STARKNET = 'starknet:SN_MAIN'

/** A server with a statement, as its own page sees it. */
interface Site {
  origin: string
  nonce(): Promise<object>
  /** Sends a proof. @returns the status, and the code of an error */
  verify(proof: SignInProof): Promise<[status: number, code?: string]>
}

const key = privateKeyToAccount(`0x${'7'.repeat(64)}`)
const account = createScriptedAccount('0x51a7e', 'argent')
let node: StarknetTestNode
let server: PageServer
let provider: OidcProvider

beforeAll(async () => {
  node = await startStarknetNode()
  node.chain.deploy(account)
  const options = { chains: [EVM, STARKNET], rpc: { [STARKNET]: node.url }, statement: TERMS }
  ;[server, provider] = await Promise.all([startPageServer(), startProvider(options)])
  const signIn = createSignIn({ domain: new URL(server.origin).host, ...options })
  const handle = createSignInHandler(signIn, { base: '/auth' })
  for (const call of ['nonce', 'verify'])
    server.route(`/auth/${call}`, (request) => answerBy(server, handle, request))
})
afterAll(async () => {
  provider?.stop()
  await Promise.all([server?.stop(), node?.close()])
})

async function openPlain(): Promise<Site> {
  const { origin } = server
  return {
    origin,
    nonce: async () => (await fetch(`${origin}/auth/nonce`)).json(),
    async verify(proof) {
      const headers = { origin, 'content-type': 'application/json' }
      const body = JSON.stringify(proof)
      const answer = await fetch(`${origin}/auth/verify`, { method: 'POST', headers, body })
      return [answer.status, (await answer.json()).code]
    },
  }
}

async function openProvider(): Promise<Site> {
  const { path, cookie } = await beginVisit(provider)
  return {
    origin: 'https://shop.example',
    nonce: async () => JSON.parse((await provider.send(`${path}/wallet/nonce`, { cookie })).body),
    async verify(proof) {
      const how = { method: 'POST', cookie, body: JSON.stringify(proof) }
      const { status, body } = await provider.send(`${path}/wallet/verify`, how)
      return [status, JSON.parse(body).code]
    },
  }
}

/** Signs what a page makes of the server's answer. @param silent the page leaves the statement out, as older pages do */
async function prove(site: Site, namespace: 'eip155' | 'starknet', silent: boolean): Promise<SignInProof> {
  const { host } = new URL(site.origin)
  const page = { host, origin: site.origin }
  const { statement, ...issued } = readNonce(await site.nonce(), page, namespace)
  expect(statement).toBe(TERMS)
  const isEvm = namespace === 'eip155'
  const address = isEvm ? key.address : account.address
  const chainId = isEvm ? EVM : STARKNET
  const connection = { account: address, chainId, namespace } as unknown as Connection
  const answer = silent ? issued : { ...issued, statement: TERMS }
  const message = createMessage(connection, answer, page, Date.now(), undefined)
  const signature =
    typeof message === 'string'
      ? await key.signMessage({ message })
      : account.sign(hashTypedData(parseTypedData(message, STARKNET), address))
  return { namespace, chainId, address, message, signature }
}

describe.each([
  ['plain JSON', openPlain],
  ['the OpenID provider', openProvider],
])('a server with a statement, by %s (SV30)', (_, open) => {
  it.each(['eip155', 'starknet'] as const)(
    'signs in whoever has signed it, and nobody else: %s',
    async (family) => {
      const site = await open()
      expect(await site.verify(await prove(site, family, true))).toEqual([403, 'domain_mismatch'])
      expect(await site.verify(await prove(site, family, false))).toEqual([200, undefined])
    },
  )
})
