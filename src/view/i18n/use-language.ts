import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { words } from '../../platform/words.js'
import { neverChanges } from '../use-part.js'
import { type Language, loadTexts, readLanguage, readTexts } from './languages.js'

/** The texts for a tag: English at first, its own as soon as they have arrived. */
export function useLanguage(tag: string): Language {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const read = () => readTexts(tag)
  const texts = useSyncExternalStore(neverChanges, read, read)
  const language = readLanguage(tag)
  useEffect(() => {
    let here = true
    void loadTexts(tag).then(() => here && readTexts(tag) !== texts && redraw())
    return () => {
      here = false
    }
  }, [tag, texts])
  words.close = language.texts.close
  return language
}
