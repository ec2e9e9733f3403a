import type { SignInMessage } from '../../../src/protocol/siwe/message.js'
import type { SignIn } from '../../../src/server/sign-in.js'
import { createVisitor, type Visitor, writeMessage } from '../../unit/server/visitor.js'
import type { Door, DoorName, DoorOptions, How } from './doors.js'

/** What a wallet signed, as a page sends it. */
export interface Proof {
  namespace: string
  chainId: string
  address: string
  message: string
  signature: string
}

/** A server that is attacked, and what an attacker has at hand. */
export interface Scene {
  door: Door
  doorName: DoorName
  signIn: SignIn
  /** The server's clock, in epoch ms. */
  clock: { time: number }
  /** A proof that would sign in, with the fault of the case in it. */
  prove(change?: Change): Promise<Proof>
}

/** What is wrong about a proof. */
export interface Change {
  visitor?: Visitor
  /** Other fields of the message, which is signed so. */
  fields?: Partial<SignInMessage>
  /** The message's text changed as one likes, and signed so. */
  text?: (text: string) => string
  /** In place of a nonce that the server issues. */
  nonce?: string
}

/** An attack: what is prepared, and what is then sent, which is what its cost is measured of. */
export interface Attack {
  kind: string
  name: string
  /** The code it must be refused with; where the transports differ, by transport. OIDC's is that of plain HTTP. */
  code: string | (Readonly<Record<Exclude<DoorName, 'OIDC'>, string>> & { readonly OIDC?: string })
  options?: DoorOptions
  prepare(scene: Scene): Promise<() => Promise<string>>
}

/** Makes the proofs of a scene. */
export const createProve =
  (scene: { door: Door; clock: { time: number } }) =>
  async ({
    visitor = createVisitor(),
    fields = {},
    text = (same) => same,
    nonce,
  }: Change = {}): Promise<Proof> => {
    const issued = nonce ?? (await scene.door.nonce()).nonce
    const issuedAt = new Date(scene.clock.time).toISOString()
    const message = text(writeMessage(issued, visitor.address, { issuedAt, ...fields }))
    const chainId = `eip155:${fields.chainId ?? 1}`
    return {
      namespace: 'eip155',
      chainId,
      address: visitor.address,
      message,
      signature: await visitor.sign(message),
    }
  }

/** An attack that is one proof with something wrong about it, sent in some way. */
export const bad = (
  kind: string,
  name: string,
  code: Attack['code'],
  change: Change | (() => Change | Promise<Change>),
  edit: (proof: Proof, scene: Scene) => unknown = (proof) => proof,
): Attack => ({
  kind,
  name,
  code,
  async prepare(scene) {
    const proof = edit(await scene.prove(typeof change === 'function' ? await change() : change), scene)
    return async () => (await scene.door.verify(proof)).code
  },
})

/** An attack that is a good proof, sent in a wrong way. */
export const wrongly = (
  kind: string,
  name: string,
  code: Attack['code'],
  how: How | ((proof: Proof) => How),
  options?: DoorOptions,
): Attack => ({
  kind,
  name,
  code,
  ...(options && { options }),
  async prepare(scene) {
    const proof = await scene.prove()
    const given = typeof how === 'function' ? how(proof) : how
    return async () => (await scene.door.verify(proof, given)).code
  },
})
