import { createPart } from '../../platform/chunks.js'

/** The marks of wallets. They load once a list is drawn. */
export const MARKS = createPart(() => import('./marks.js'))
