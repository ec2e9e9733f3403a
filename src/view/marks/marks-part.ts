import { loadChunk } from '../../platform/chunks.js'
import type { Part } from '../part.js'

/** The marks of wallets. They load once a list is drawn. */
export const MARKS: Part<typeof import('./marks.js')> = {
  load: () => loadChunk('view/marks/marks', () => import('./marks.js')),
}
