import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createVisitor } from '../../unit/server/visitor.js'
import type { Attack, Proof, Scene } from './attack.js'
import type { How } from './transports.js'

type Story = (scene: Scene) => Promise<() => Promise<string>>

const tell = (
  kind: string,
  name: string,
  code: string,
  prepare: Story,
  more: Partial<Attack> = {},
): Attack => ({
  kind,
  name,
  code,
  prepare,
  ...more,
})

/** A visitor signs in, then the attacker sends a changed copy of the proof. */
const replay = (name: string, change: (proof: Proof, scene: Scene) => unknown, code = 'nonce_used'): Attack =>
  tell('replay', name, code, async (scene) => {
    const proof = await scene.prove()
    const first = await scene.transport.verify(proof)
    if (first.code !== 'resolved') throw new Error(`the first sign-in was refused: ${first.code}`)
    const again = await change(proof, scene)
    return async () => (await scene.transport.verify(again)).code
  })

/** The other form of a signature: the same point, mirrored. */
function mirror(signature: string): string {
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  const mirrored = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0')
  return `${signature.slice(0, 66)}${mirrored}${signature.endsWith('1b') ? '1c' : '1b'}`
}

/** A signature in 64 bytes (EIP-2098). */
function compact(signature: string): string {
  const high = Number.parseInt(signature.slice(66, 68), 16) + (signature.endsWith('1c') ? 128 : 0)
  return `${signature.slice(0, 66)}${high.toString(16).padStart(2, '0')}${signature.slice(68, 130)}`
}

const replays: Attack[] = [
  replay('of the same proof', (proof) => proof),
  replay('with the other form of its signature', (proof) => ({
    ...proof,
    signature: mirror(proof.signature),
  })),
  replay('with its signature in 64 bytes', (proof) => ({ ...proof, signature: compact(proof.signature) })),
  replay('with its address in another spelling', (proof) => ({
    ...proof,
    address: proof.address.toLowerCase(),
  })),
  replay(
    'with its chain in another spelling',
    (proof) => ({ ...proof, chainId: 'eip155:0x1' }),
    'request_invalid',
  ),
  replay('of its nonce in somebody else’s new message', (proof, { prove }) =>
    prove({ nonce: /Nonce: (\w+)/.exec(proof.message)?.[1] as string }),
  ),
  tell('replay', 'of a proof that nobody has used for 11 minutes', 'message_expired', async (scene) => {
    const proof = await scene.prove()
    return async () => {
      scene.clock.time += 11 * 60_000
      return (await scene.transport.verify(proof)).code
    }
  }),
]

/** The returned codes, each with its number. */
function count(codes: string[]): string {
  const counts = new Map<string, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts]
    .sort()
    .map(([code, times]) => `${times} ${code}`)
    .join(', ')
}

const races: Attack[] = [
  tell('race', 'of 20 posts of one proof', '19 nonce_used, 1 resolved', async ({ transport, prove }) => {
    const proof = await prove()
    return async () =>
      count(
        (await Promise.all(Array.from({ length: 20 }, () => transport.verify(proof)))).map(
          ({ code }) => code,
        ),
      )
  }),
  tell('race', 'of two messages with one nonce', '1 nonce_used, 1 resolved', async ({ transport, prove }) => {
    const { nonce } = await transport.nonce()
    const proofs = [await prove({ nonce }), await prove({ nonce })]
    return async () =>
      count((await Promise.all(proofs.map((proof) => transport.verify(proof)))).map(({ code }) => code))
  }),
  tell(
    'race',
    'of bad signatures against a visitor’s nonce, who then signs in',
    '4 signature_invalid, then resolved',
    async ({ transport, prove }) => {
      const { nonce } = await transport.nonce()
      const [mine, theirs] = [await prove({ nonce }), await prove({ nonce })]
      const stolen = { ...theirs, signature: mine.signature }
      return async () => {
        const codes = await Promise.all(Array.from({ length: 4 }, () => transport.verify(stolen)))
        return `${count(codes.map(({ code }) => code))}, then ${(await transport.verify(mine)).code}`
      }
    },
  ),
]

/** Whether a cookie that an attacker knows is useful after a visitor has signed in with it. */
const fixation = (name: string, cookieOf: (known: string) => string): Attack =>
  tell('cookie', name, 'nobody is signed in', async ({ transport, prove }) => {
    const known = `__Host-wallet_session=${'ab'.repeat(32)}`
    const proof = await prove()
    return async () => {
      const { code, cookie } = await transport.verify(proof, { cookie: cookieOf(known) })
      if (code !== 'resolved' || !cookie || cookie === known) return 'the visitor got no session of their own'
      return (await transport.session({ cookie: known })) === null
        ? 'nobody is signed in'
        : 'the attacker is signed in'
    }
  })

const stranger = (name: string, how: How): Attack =>
  tell('cookie', name, 'nobody is signed in', async ({ transport }) => async () => {
    return (await transport.session(how)) === null ? 'nobody is signed in' : 'the attacker is signed in'
  })

const cookies: Attack[] = [
  fixation('that an attacker has set before the sign-in', (known) => known),
  fixation('that an attacker has set twice', (known) => `${known}; ${known}`),
  stranger('that was made up', { cookie: `__Host-wallet_session=${'0'.repeat(64)}` }),
  stranger('that is a name of every object', { cookie: '__Host-wallet_session=__proto__' }),
  stranger('of 60,000 letters', { cookie: `__Host-wallet_session=${'a'.repeat(60_000)}` }),
  stranger('that is a token with no signature', {
    cookie: '__Host-wallet_session=eyJhbGciOiJub25lIn0.eyJzdWIiOiJlaXAxNTU6MToweDAifQ.',
  }),
  tell('cookie', 'of a session that was signed out', 'nobody is signed in', async ({ transport, prove }) => {
    const cookie = (await transport.verify(await prove())).cookie as string
    await transport.signOut({ cookie })
    return async () =>
      (await transport.session({ cookie })) === null ? 'nobody is signed in' : 'somebody is signed in'
  }),
  tell(
    'cookie',
    'of a session before the next sign-in',
    'nobody is signed in',
    async ({ transport, prove }) => {
      const cookie = (await transport.verify(await prove())).cookie as string
      await transport.verify(await prove(), { cookie })
      return async () =>
        (await transport.session({ cookie })) === null ? 'nobody is signed in' : 'somebody is signed in'
    },
  ),
  tell(
    'cookie',
    'of another visitor than the one the nonce was issued to',
    'nonce_unknown',
    async ({ transport, prove }) => {
      const { nonce } = await transport.nonce()
      const proof = await prove({ nonce, visitor: createVisitor() })
      const other = (await transport.nonce()).cookie as string
      return async () => (await transport.verify(proof, { cookie: other })).code
    },
    { options: { bindNonce: true } },
  ),
]

/** Attacks that take more than one request. */
export const STORIES: readonly Attack[] = [...replays, ...races, ...cookies]
