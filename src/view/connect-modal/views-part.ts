import { fetchAhead, loadChunk } from '../../platform/chunks.js'
import { afterPaint } from '../../platform/time.js'
import { fetchSentences } from '../failure/use-failure.js'
import type { Part } from '../use-part.js'

const NAME = 'view/connect-modal/views'
const importViews = () => import('./views.js')

/** The views other than the list. They load with an attempt, or with a page that the visitor opens. */
export const VIEWS: Part<typeof import('./views.js')> = { load: () => loadChunk(NAME, importViews) }

/** Fetches what the views after the list need, as soon as the list is on screen. */
export const fetchViews = (): void =>
  afterPaint(() => {
    fetchAhead(NAME, importViews)
    fetchSentences()
  })
