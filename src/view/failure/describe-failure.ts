import { createPart } from '../../platform/chunks.js'
import type { FailureTexts, LoadedTexts } from '../i18n/texts.js'
import type { ShownError } from './sentences.js'

/** The sentences, and the function that chooses one. */
export const SENTENCES = createPart(() => import('./sentences.js'))

/** A failure in the visitor's language. */
export interface Failure {
  /** Empty while the sentences load, and when they cannot be loaded. */
  sentence: string
  /** The visitor has chosen this, so it is no failure. */
  isChoice: boolean
  /** What helps; null where nothing does that the visitor could do here. */
  action: Action | null
}

/** What a visitor can do about a failure: try again, go back to the list, or open the page in a tab. */
export type Action = 'retry' | 'back' | 'tab'

/** What helps where a second try cannot. */
const ACTIONS: Partial<Record<keyof FailureTexts, Action | null>> = {
  gone: 'back',
  pending: 'back',
  incompatible: 'back',
  framed: 'tab',
  site: null,
}

const NONE: Failure = { sentence: '', isChoice: false, action: 'retry' }

/**
 * Describes an error in the visitor's language.
 *
 * @param name the wallet's name
 * @param loaded the sentences, as soon as they have loaded
 */
export function describeFailure(
  error: ShownError | null | undefined,
  name: string,
  texts: LoadedTexts,
  loaded: (typeof SENTENCES)['value'],
  isSignIn = false,
): Failure {
  if (!error || !loaded) return NONE
  const { failure, isChoice } = loaded.readFailure(error, isSignIn)
  const words = texts.failures ?? loaded.english
  return {
    sentence: words[failure].replace(/\{[01]\}/g, (gap) => (gap === '{0}' ? name : (error.network ?? ''))),
    isChoice,
    action: ACTIONS[failure] === undefined ? 'retry' : ACTIONS[failure],
  }
}
