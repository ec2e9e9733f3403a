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
