import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProve } from './attacks/attack.js'
import { measureCost } from './attacks/cost.js'
import {
  beginVisit,
  cookiesOf,
  type OidcProvider,
  openVisit,
  setVisit,
  startProvider,
  type Visit,
} from './attacks/oidc-transport.js'
import { ATTACKS, codeFor } from './attacks/scene.js'

let provider: OidcProvider
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider?.stop())

/** The provider has its own cookies, with their own cases below. */
const SAME = ATTACKS.filter(({ kind, name }) => kind !== 'cookie' && !name.includes('signs a visitor out'))
const rows = SAME.map((attack) => [attack.kind, attack.name, codeFor(attack, 'OIDC'), attack] as const)

describe('the attacks by OIDC', () => {
  it('are at least 60', () => {
    expect(SAME.length).toBeGreaterThanOrEqual(60)
  })

  it.each(rows)(
    'are refused: %s: %s → %s, for less CPU than three sign-ins, each request',
    async (_kind, _name, code, attack) => {
      const send = await attack.prepare(await setVisit(provider))
      expect(await send()).toBe(code)
      await measureCost('OIDC', attack, () => setVisit(provider))
    },
  )
})

/** Goes from the wallet page to the page that asks for consent. @returns the session's cookies, if there are any */
async function finish(visit: Visit, cookie = visit.cookie) {
  const submitted = await provider.send(`${visit.path}/login`, { method: 'POST', cookie })
  if (submitted.status !== 303) return { status: submitted.status, cookie: null }
  const { pathname } = new URL(String(submitted.headers.location))
  const resumed = await provider.send(pathname, { cookie: `${cookie}; ${cookiesOf(submitted)}` })
  return { status: resumed.status, cookie: cookiesOf(resumed) || null }
}

/** Who the browser belongs to, for the provider: `nobody`, or `somebody` whose consent it would ask for. */
async function whoIs(cookie: string): Promise<string> {
  const { headers } = await provider.send(provider.authorizeUrl({ prompt: 'none' }), { cookie })
  const error = new URL(String(headers.location)).searchParams.get('error')
  return error === 'login_required' ? 'nobody' : 'somebody'
}

/** Creates the proofs of one visit. */
function proveAt(visit: Visit) {
  provider.clock.time = Date.now()
  return createProve({ transport: openVisit(provider, visit), clock: provider.clock })
}

async function signIn(visit: Visit): Promise<void> {
  const proof = await proveAt(visit)()
  expect((await openVisit(provider, visit).verify(proof)).code).toBe('resolved')
}

describe('the cookies of the OIDC provider', () => {
  it('let a visit that has signed continue, and the browser is then known', async () => {
    const visit = await beginVisit(provider)
    await signIn(visit)
    const { cookie } = await finish(visit)
    expect(await whoIs(String(cookie))).toBe('somebody')
  })

  it('give nobody a session that an attacker has planted before the sign-in', async () => {
    const planted = '_session=AAAAAAAAAAAAAAAAAAAAA; _session.legacy=AAAAAAAAAAAAAAAAAAAAA'
    const visit = await beginVisit(provider, planted)
    await signIn(visit)
    const { cookie } = await finish(visit, `${visit.cookie}; ${planted}`)
    expect(cookie).not.toContain('AAAAAAAAAAAAAAAAAAAAA')
    expect(await whoIs(planted)).toBe('nobody')
  })

  it.each([
    ['made up', '_session=0000000000000000'],
    ['a name of every object', '_session=__proto__'],
    ['very long', `_session=${'a'.repeat(8_000)}`],
    ['a token with no signature', '_session=eyJhbGciOiJub25lIn0.eyJzdWIiOiJlaXAxNTU6MToweDAifQ.'],
  ])('give nobody a session when one is %s', async (_, cookie) => {
    expect(await whoIs(cookie)).toBe('nobody')
  })

  it('do not let another browser finish a visit that an attacker has signed', async () => {
    const theirs = await beginVisit(provider)
    await signIn(theirs)
    const mine = await beginVisit(provider)
    expect((await finish({ ...theirs, cookie: mine.cookie })).status).toBe(400)
    expect((await finish({ ...theirs, cookie: '' })).status).toBe(400)
    const forged = theirs.cookie.replaceAll(/_interaction[^=;]*\.sig=[^;]*/g, '$&x')
    expect((await finish({ ...theirs, cookie: forged })).status).toBe(400)
  })

  it('let a visit continue once, only in the browser that has signed, and not before it has', async () => {
    const visit = await beginVisit(provider)
    expect((await finish(visit)).status).toBe(403)
    await signIn(visit)
    expect((await finish(visit)).cookie).not.toBeNull()
    expect((await finish(visit)).status).toBe(400)
  })

  it('let a proof of one visit sign in at no other', async () => {
    const [mine, theirs] = [await beginVisit(provider), await beginVisit(provider)]
    const proof = await proveAt(theirs)()
    expect((await openVisit(provider, mine).verify(proof)).code).toBe('nonce_unknown')
  })

  it('keep nobody signed in by the wallet’s own calls', async () => {
    const visit = await beginVisit(provider)
    await signIn(visit)
    expect(await openVisit(provider, visit).session()).toBeNull()
  })
})
