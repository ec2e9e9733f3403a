import type { SignInProof } from '../protocol/sign-in-proof.js'
import type { SignInAdapter } from './adapter.js'
import type { FormProof, ProofTarget } from './form-proof.js'

/** Writes a text unchanged, anything else as JSON. */
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

/** An adapter that verifies nothing, because the server verifies when the form arrives. */
export interface FormAdapter extends SignInAdapter {
  readonly isForm: true
}

/**
 * Creates the adapter for `sign-in="form"`: the nonce comes from the page, and the form submits the proof.
 *
 * @param take receives a proof, or null when the proof before is no longer valid
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
