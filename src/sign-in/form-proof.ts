/** A proof in the form that a form submits. */
export interface FormProof {
  /** The proven account, as a CAIP-10 id. */
  readonly value: string
  /** The fields of the form. @param name the beginning of their names. @returns undefined without a name */
  toFormData(name: string): FormData | undefined
}

/** The form control that receives a proof. */
export interface ProofTarget {
  /** The nonce that the server has written into the page. */
  readonly nonce: string
  /** Receives a proof, or null when the proof before is no longer valid. */
  take(proof: FormProof | null): void
}
