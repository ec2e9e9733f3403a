import { HUB } from '../../element/hub.js'
import { PARTS } from '../../element/parts.js'
import { within } from '../../platform/time.js'
import { loadLanguage } from './loaders.js'
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

/** The texts for a tag, if they have arrived. */
export const readTexts = (tag: string): Texts | undefined => loaded.get(pickLanguage(tag) ?? '')

/** Without texts the language is English. */
function toLanguage(tag: string, texts: Texts | undefined): Language {
  if (!texts) return { texts: english, lang: /^en\b/i.test(tag) ? tag : 'en', dir: 'ltr' }
  return { texts, lang: tag, dir: texts.dir ?? 'ltr' }
}

/** The texts for a tag as far as they have arrived; English otherwise. */
export const readLanguage = (tag: string): Language => toLanguage(tag, readTexts(tag))

/** The tag to show: `shown`, which was shown before, while the texts for the new one are not there. */
export const readyTag = (tag: string, shown: string | undefined): string =>
  shown && pickLanguage(tag) && !readTexts(tag) ? shown : tag

/**
 * Fetches the texts for a tag. The page's buttons that have failed say so in it. Never rejects: without
 * them, the language before stays, at first English.
 *
 * @returns whether they are new
 */
export async function loadTexts(tag: string): Promise<boolean> {
  const language = pickLanguage(tag)
  if (!language || loaded.has(language)) return false
  try {
    loaded.set(language, await loadLanguage(language))
    HUB.failedLabelOf = (given) => readTexts(given)?.tryAgain
    for (const element of HUB.elements) element[PARTS].paint()
    return true
  } catch {
    // English stays.
    return false
  }
}

/** Longest time for which a first frame waits for its language, in ms. */
const FIRST_FRAME_WAIT = 1_000

/**
 * Waits for the texts of a first frame, so that nothing on screen changes its language or its direction.
 *
 * @returns null when there is nothing to wait for; otherwise a promise that never rejects and takes a second at most
 */
export function untilTexts(tag: string): Promise<unknown> | null {
  const language = pickLanguage(tag)
  if (!language || loaded.has(language)) return null
  return within<unknown>(loadTexts(tag), FIRST_FRAME_WAIT, () => {})
}
