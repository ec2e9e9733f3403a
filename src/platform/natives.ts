import { wcbStringify } from './statics.js'

/** Built-ins as they were when this module ran, so that a page that replaces them later changes nothing here. */
const scope = globalThis

export const setTimer = scope.setTimeout.bind(scope) as (run: () => void, ms: number) => number
export const clearTimer = scope.clearTimeout.bind(scope) as (timer: number | undefined) => void
export const NativePromise = scope.Promise
export const parseJson = scope.JSON.parse
/** Not the built-in itself, whose answer a page changes by a `toJSON` on a prototype. */
export const printJson = wcbStringify
export const nativeFetch: typeof fetch | undefined = scope.fetch?.bind(scope)
export const now = Date.now
/** Adds a listener to the window. */
export const addListener: typeof addEventListener | undefined = scope.addEventListener?.bind(scope)
export const removeListener: typeof removeEventListener | undefined = scope.removeEventListener?.bind(scope)
export const fillRandom = scope.crypto?.getRandomValues.bind(scope.crypto)
/** Ms that never go backwards, for time limits: the visitor's clock may be changed while a limit runs. */
export const ticks = scope.performance?.now.bind(scope.performance) ?? now
