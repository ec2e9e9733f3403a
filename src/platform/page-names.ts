/**
 * Names that packages look for on the global object, and that an element of the page becomes by its id: `<section id="process">`
 * is `window.process`. The build lets every part read these (`scripts/build/own-globals.ts`).
 */
const { process, Buffer } = globalThis as { process?: NodeJS.Process; Buffer?: unknown }

/** Node's process; elsewhere one without an environment. */
export const wcbProcess = typeof process?.versions?.node === 'string' ? process : { env: {} }

/** Node's class; undefined elsewhere. */
export const wcbBuffer = typeof Buffer === 'function' ? Buffer : undefined
