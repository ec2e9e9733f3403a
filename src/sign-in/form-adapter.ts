import { createSignInError } from '../errors/sign-in-error.js'
import { readAddress } from '../platform/environment.js'
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
    getNonce: async () => ({ nonce, domain: readAddress().host }),
    async verify(proof) {
      take(toFormProof(proof))
      return true
    },
    async signOut() {
      take(null)
    },
  }
}

/** The page's form, whose nonce may change while a visitor signs, and after that. */
export interface PageForm {
  /** Each nonce has its own adapter, because an adapter keeps what it has fetched ahead. */
  getAdapter(target: ProofTarget): FormAdapter
  /**
   * Takes the proof back when the page has given its nonce up, and hands it on when the page has drawn the control again.
   *
   * @returns whether it took the proof back
   */
  updateProof(): boolean
}

/** Creates the {@link PageForm}. @param read returns the form control of the current configuration */
export function createPageForm(read: () => ProofTarget | undefined): PageForm {
  let page: { nonce: string; adapter: FormAdapter } | null = null
  /** The proof, its nonce, and the control that has it. */
  let proven: { proof: FormProof; nonce: string; target: ProofTarget } | null = null
  return {
    getAdapter({ nonce }) {
      if (page?.nonce === nonce) return page.adapter
      const adapter = createFormAdapter(nonce, (proof) => {
        // The control that gets the proof may be another one by now, and the page may have another nonce.
        const target = read()
        if (proof && target?.nonce !== nonce) throw createSignInError('nonce_unknown')
        target?.take(proof)
        proven = proof && target ? { proof, nonce, target } : null
      })
      page = { nonce, adapter }
      return adapter
    },
    updateProof() {
      if (!proven) return false
      const target = read()
      if (target?.nonce === proven.nonce) {
        target.take(proven.proof)
        return false
      }
      proven.target.take(null)
      proven = null
      return true
    },
  }
}
