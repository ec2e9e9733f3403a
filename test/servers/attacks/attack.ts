import type { SignInMessage } from '../../../src/protocol/siwe/message.js'
import type { SignIn } from '../../../src/server/sign-in.js'
import { createVisitor, type Visitor, writeMessage } from '../../unit/server/visitor.js'
import type { How, Transport, TransportName, TransportOptions } from './transports.js'

/** What a wallet signed, as a page sends it. */
export interface Proof {
  namespace: string
  chainId: string
  address: string
  message: string
  signature: string
}

/** A server under attack, and the attacker's tools. */
export interface Scene {
  transport: Transport
  transportName: TransportName
  signIn: SignIn
  /** The server's clock, in epoch ms. */
  clock: { time: number }
  /** Creates a proof that would sign in, with the fault of the case. */
  prove(change?: Change): Promise<Proof>
}

/** The fault of a proof. */
export interface Change {
  visitor?: Visitor
  /** Other fields of the message, which is signed with them. */
  fields?: Partial<SignInMessage>
  /** Changes the text of the message, which is signed with the change. */
  text?: (text: string) => string
  /** Replaces the nonce that the server issues. */
  nonce?: string
}

/** An attack: its preparation, and the request that is then sent and measured. */
export interface Attack {
  kind: string
  name: string
  /** The code of the refusal; if the transports differ, by transport. OIDC has that of plain HTTP. */
  code: string | (Readonly<Record<Exclude<TransportName, 'OIDC'>, string>> & { readonly OIDC?: string })
  options?: TransportOptions
  prepare(scene: Scene): Promise<() => Promise<string>>
}

/** Creates the proofs of a scene. */
export const createProve =
  (scene: { transport: Transport; clock: { time: number } }) =>
  async ({
    visitor = createVisitor(),
    fields = {},
    text = (same) => same,
    nonce,
  }: Change = {}): Promise<Proof> => {
    const issued = nonce ?? (await scene.transport.nonce()).nonce
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

/** Creates an attack with a faulty proof. */
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
    return async () => (await scene.transport.verify(proof)).code
  },
})

/** Creates an attack that sends a valid proof in a wrong way. */
export const wrongly = (
  kind: string,
  name: string,
  code: Attack['code'],
  how: How | ((proof: Proof) => How),
  options?: TransportOptions,
): Attack => ({
  kind,
  name,
  code,
  ...(options && { options }),
  async prepare(scene) {
    const proof = await scene.prove()
    const given = typeof how === 'function' ? how(proof) : how
    return async () => (await scene.transport.verify(proof, given)).code
  },
})
