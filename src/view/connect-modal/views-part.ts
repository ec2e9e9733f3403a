import { loadChunk } from '../../platform/chunks.js'
import type { Part } from '../use-part.js'

/** The views that come after the list: fetched as soon as that is on screen. */
export const VIEWS: Part<typeof import('./views.js')> = {
  load: () => loadChunk('view/connect-modal/views', () => import('./views.js')),
}
