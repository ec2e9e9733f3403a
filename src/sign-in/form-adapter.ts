import type { SignInProof } from '../protocol/sign-in-proof.js'
import type { SignInAdapter } from './adapter.js'
import type { FormProof, ProofTarget } from './form-proof.js'

/** A text as it is, anything else as JSON. */
const write = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function toFormProof({ chainId, address, message, signature, deployment }: SignInProof): FormProof {
  const value = `${chainId}:${address}`
  return {
    value,
    toFormData(name) {
      if (!name) return undefined
      const data = new FormData()
      data.append(name, value)
      data.append(`${name}_message`, write(message))
      data.append(`${name}_signature`, write(signature))
      if (deployment) data.append(`${name}_deployment`, write(deployment))
      return data
    },
  }
}

/** An adapter that verifies nothing: the server does when the form arrives. */
export interface FormAdapter extends SignInAdapter {
  readonly isForm: true
}

/**
 * The adapter that `sign-in="form"` stands for: the nonce comes from the page, and the proof goes with the form.
 *
 * @param take takes a proof, or null where the one before no longer holds
 */
export function createFormAdapter(nonce: string, take: ProofTarget['take']): FormAdapter {
  return {
    isForm: true,
    getNonce: async () => ({ nonce, domain: globalThis.location.host }),
    async verify(proof) {
      take(toFormProof(proof))
      return true
    },
    async signOut() {
      take(null)
    },
  }
}
