import { loadChunk } from '../../platform/chunks.js'
import { afterPaint } from '../../platform/time.js'
import { fetchSentences } from '../failure/describe-failure.js'
import { fetchPart, type Part } from '../part.js'
import type { Parts, Views } from './view-props.js'

/** The views other than the list, and what moves when a view changes or the modal closes. They load after the list. */
export const VIEWS: Part<Views> = {
  load: () => loadChunk('view/connect-modal/views', () => import('./views.js')),
}

/** The drawing of codes, with the library that it needs. */
export const CODE: Part<NonNullable<Parts['code']>> = {
  load: () => loadChunk('view/qr/code', () => import('../qr/code.js')),
}

/** Loads what follows the list, and prepares the list for it, as soon as the list is on screen. */
export const fetchViews = (prepare: (views: Views) => void): void =>
  afterPaint(() => {
    fetchPart(VIEWS, undefined, () => VIEWS.value && prepare(VIEWS.value))
    fetchSentences()
  })
