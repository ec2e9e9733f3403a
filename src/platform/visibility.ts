/** Whether the visitor sees another tab. */
export const isHidden = (): boolean => !!globalThis.document?.hidden
