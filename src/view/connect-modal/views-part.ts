import { createPart } from '../../platform/chunks.js'
import { afterPaint } from '../../platform/time.js'
import { SENTENCES } from '../failure/describe-failure.js'
import { fetchPart } from '../part.js'
import type { Parts, Views } from './view-props.js'

/** The views other than the list, and what moves when a view changes or the modal closes. They load after the list. */
export const VIEWS = createPart<Views>(() => import('./views.js'))

/** The drawing of codes, with the library that it needs. */
export const CODE = createPart<NonNullable<Parts['code']>>(() => import('../qr/code.js'))

/** Loads what follows the list, and prepares the list for it, as soon as the list is on screen. */
export const fetchViews = (prepare: (views: Views) => void): void =>
  afterPaint(() => {
    fetchPart(VIEWS, undefined, () => VIEWS.value && prepare(VIEWS.value))
    // So that a failure is explained at once.
    SENTENCES.fetchAhead()
  })
