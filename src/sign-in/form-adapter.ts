import type { SignInProof } from '../protocol/sign-in-proof.js'
import type { SignInAdapter } from './adapter.js'

/** A proof as a form submits it. */
export interface FormProof {
  /** The account that is proven, as a CAIP-10 id. */
  readonly value: string
  /** The fields of the form. @param name what their names begin with. @returns undefined without a name */
  toFormData(name: string): FormData | undefined
}

/** The control of a form that a proof is handed to. */
export interface ProofTarget {
  /** The nonce that the server has written into the page. */
  readonly nonce: string
  /** Takes a proof, or null where the one before no longer holds. */
  take(proof: FormProof | null): void
}

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
