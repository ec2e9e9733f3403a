import { formatSignInMessage } from '../../../src/protocol/siwe/message.js'
import { base, owner } from './evm-base.js'
import { CLAIMS, type KeyCase } from './key-cases.js'
import { TEXTS } from './key-texts.js'
import { RECAPS } from './recaps.js'
import { expectation, NONCE, type Vector } from './vector.js'

async function makeKey(one: KeyCase): Promise<Vector> {
  const signed = (one.text ?? String)(formatSignInMessage({ ...base(), ...one.fields }))
  const signature = await (one.signer ?? owner).signMessage({ message: signed })
  const proof = {
    namespace: 'eip155' as const,
    chainId: one.chainId ?? 'eip155:1',
    address: one.address ?? owner.address,
    message: (one.after ?? String)(signed),
    signature: one.signature?.(signature) ?? signature,
  }
  const nonces = one.used ? { unused: [], used: [NONCE] } : { unused: [NONCE], used: [] }
  const expected = expectation({ ...proof, address: owner.address }, one.reason)
  return { id: `key-${one.id}`, kind: 'eip155-key', note: one.note, proof, nonces, expected }
}

/** Creates the vectors of key accounts. */
export const makeKeyVectors = (): Promise<Vector[]> =>
  Promise.all([...CLAIMS, ...TEXTS, ...RECAPS].map(makeKey))
