import { useEffect, useState } from 'react'
import { loadChunk } from '../../platform/chunks.js'
import type { LoadedTexts } from '../i18n/texts.js'
import type { ShownError } from './sentences.js'

type Sentences = typeof import('./sentences.js')

let loaded: Sentences | undefined

/** A failure in the visitor's words. */
export interface Failure {
  /** Empty while the sentences are on their way, and where they cannot be had. */
  sentence: string
  /** The visitor's own choice, which is no fault. */
  isChoice: boolean
}

const NONE: Failure = { sentence: '', isChoice: false }

/**
 * Says an error in the visitor's language. The sentences are fetched with the first failure.
 *
 * @param name the wallet's name
 */
export function useFailure(
  error: ShownError | null | undefined,
  name: string,
  texts: LoadedTexts,
  isSignIn = false,
): Failure {
  const [, redraw] = useState(0)
  const wanted = !!error
  useEffect(() => {
    if (!wanted || loaded) return
    let here = true
    loadChunk('view/failure/sentences', () => import('./sentences.js')).then(
      (sentences) => {
        loaded = sentences
        if (here) redraw(1)
      },
      // The title alone says that something failed.
      () => {},
    )
    return () => {
      here = false
    }
  }, [wanted])
  if (!error || !loaded) return NONE
  const { failure, isChoice } = loaded.readFailure(error, isSignIn)
  const words = texts.failures ?? loaded.english
  return {
    sentence: words[failure].replace('{0}', () => name),
    isChoice,
  }
}
