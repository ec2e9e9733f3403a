import { loadChunk } from '../../platform/chunks.js'
import { NativePromise } from '../../platform/natives.js'
import { afterPaint } from '../../platform/time.js'
import type { Part } from '../use-part.js'

/** The views other than the list. They load as soon as the list is on screen. */
export const VIEWS: Part<typeof import('./views.js')> = {
  load: () =>
    new NativePromise<void>(afterPaint).then(() =>
      loadChunk('view/connect-modal/views', () => import('./views.js')),
    ),
}
