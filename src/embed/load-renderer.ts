import { createPart } from '../platform/chunks.js'

/** React's renderer. */
export type Renderer = typeof import('./renderer.js')

/** React's renderer. It is fetched for a list that is on screen, and run when it is needed. */
export const RENDERER = createPart<Renderer>(() => import('./renderer.js'))
