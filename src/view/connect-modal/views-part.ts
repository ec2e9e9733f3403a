import { fetchAhead, loadChunk } from '../../platform/chunks.js'
import { afterPaint } from '../../platform/time.js'
import { fetchSentences } from '../failure/describe-failure.js'
import type { Part } from '../part.js'
import type { Parts, Views } from './view-props.js'

const NAME = 'view/connect-modal/views'
const importViews = () => import('./views.js')

/** The views other than the list. They load with an attempt, or with a page that the visitor opens. */
export const VIEWS: Part<Views> = { load: () => loadChunk(NAME, importViews) }

/** The drawing of codes, with the library that it needs. */
export const CODE: Part<NonNullable<Parts['code']>> = {
  load: () => loadChunk('view/qr/code', () => import('../qr/code.js')),
}

/** Fetches what the views after the list need, as soon as the list is on screen. */
export const fetchViews = (): void =>
  afterPaint(() => {
    fetchAhead(NAME, importViews)
    fetchSentences()
  })
