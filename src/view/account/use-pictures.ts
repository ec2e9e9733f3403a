import { loadChunk } from '../../platform/chunks.js'
import { type Part, usePart } from '../use-part.js'

const PICTURES: Part<typeof import('./pictures.js')> = {
  load: () => loadChunk('view/account/pictures', () => import('./pictures.js')),
}

/** How pictures of accounts and chains are drawn, once that has arrived; their places are kept until then. */
export const usePictures = (wanted = true): typeof import('./pictures.js') | undefined =>
  usePart(PICTURES, wanted)
