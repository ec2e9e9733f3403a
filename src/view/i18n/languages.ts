import { useEffect, useReducer } from 'react'
import { loadChunk } from '../../platform/chunks.js'
import { words } from '../../platform/words.js'
import { english, type LoadedTexts, type Texts } from './texts.js'

const LOADERS: Record<string, () => Promise<{ texts: Texts }>> = {
  de: () => import('./de.js'),
  fr: () => import('./fr.js'),
  es: () => import('./es.js'),
  pt: () => import('./pt.js'),
  it: () => import('./it.js'),
  ja: () => import('./ja.js'),
  zh: () => import('./zh.js'),
  ko: () => import('./ko.js'),
  ar: () => import('./ar.js'),
  tr: () => import('./tr.js'),
}

const loaded = new Map<string, Texts>()

/**
 * The language there are texts for that fits a BCP 47 tag best: the tag, cut from its end, as RFC 4647 looks up.
 *
 * @returns null for English, and where nothing fits
 */
export function pickLanguage(tag: string): string | null {
  for (let rest = tag.toLowerCase(); rest; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('-')))) {
    if (Object.hasOwn(LOADERS, rest)) return rest
  }
  return null
}

/** The texts for a tag as far as they have arrived; English otherwise. */
export function readTexts(tag: string): LoadedTexts {
  return loaded.get(pickLanguage(tag) ?? '') ?? english
}

/** Fetches the texts for a tag. Never rejects: without them, English stays. @returns whether they are new */
export async function loadTexts(tag: string): Promise<boolean> {
  const language = pickLanguage(tag)
  if (!language || loaded.has(language)) return false
  try {
    const load = LOADERS[language] as () => Promise<{ texts: Texts }>
    loaded.set(language, (await loadChunk(`view/i18n/${language}`, load)).texts)
    return true
  } catch {
    return false
  }
}

/** The texts for a tag: English at first, its own as soon as they have arrived. */
export function useTexts(tag: string): LoadedTexts {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const texts = readTexts(tag)
  useEffect(() => {
    let here = true
    void loadTexts(tag).then(() => here && readTexts(tag) !== texts && redraw())
    return () => {
      here = false
    }
  }, [tag, texts])
  words.close = texts.close
  return texts
}
