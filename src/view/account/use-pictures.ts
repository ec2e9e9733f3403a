import { loadChunk } from '../../platform/chunks.js'
import { type Part, usePart } from '../use-part.js'

const PICTURES: Part<typeof import('./pictures.js')> = {
  load: () => loadChunk('view/account/pictures', () => import('./pictures.js')),
}

/** The functions that draw accounts and chains, once loaded; until then their space is reserved. */
export const usePictures = (wanted = true): typeof import('./pictures.js') | undefined =>
  usePart(PICTURES, wanted)
