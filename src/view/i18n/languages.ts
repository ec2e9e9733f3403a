import { useEffect, useReducer } from 'react'
import { loadChunk } from '../../platform/chunks.js'
import { words } from '../../platform/words.js'
import { pickLanguage } from './pick-language.js'
import { english, type LoadedTexts, type Texts } from './texts.js'

const loaded = new Map<string, Texts>()

/** Texts, and the language that they are in, which is not always the one that was asked for. */
export interface Language {
  texts: LoadedTexts
  /** BCP 47: the tag that was asked for where the texts are in its language, else English. */
  lang: string
  dir: 'ltr' | 'rtl'
}

/** The texts for a tag as far as they have arrived; English otherwise. */
export function readLanguage(tag: string): Language {
  const language = pickLanguage(tag)
  const texts = loaded.get(language ?? '')
  if (!language || !texts) return { texts: english, lang: /^en\b/i.test(tag) ? tag : 'en', dir: 'ltr' }
  return { texts, lang: tag, dir: texts.dir ?? 'ltr' }
}

/** Fetches the texts for a tag. Never rejects: without them, English stays. @returns whether they are new */
export async function loadTexts(tag: string): Promise<boolean> {
  const language = pickLanguage(tag)
  if (!language || loaded.has(language)) return false
  try {
    const { loadLanguage } = await loadChunk('view/i18n/loaders', () => import('./loaders.js'))
    loaded.set(language, await loadLanguage(language))
    return true
  } catch {
    // English stays.
    return false
  }
}

/** The texts for a tag: English at first, its own as soon as they have arrived. */
export function useLanguage(tag: string): Language {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const language = readLanguage(tag)
  const { texts } = language
  useEffect(() => {
    let here = true
    // `loadTexts` never rejects.
    void loadTexts(tag).then(() => here && readLanguage(tag).texts !== texts && redraw())
    return () => {
      here = false
    }
  }, [tag, texts])
  words.close = texts.close
  return language
}
