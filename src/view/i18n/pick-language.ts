import { LANGUAGES } from './names.js'

/** Tags that mean a language by another name: regions that write Chinese in traditional characters, and an old code. */
const toName = (tag: string): string =>
  /^zh-(?:tw|hk|mo)$/.test(tag) ? 'zh-hant' : tag === 'iw' ? 'he' : tag

/**
 * The language there are texts for that fits a BCP 47 tag best: the tag, cut from its end, as RFC 4647 looks up.
 *
 * @returns null for English, and where nothing fits
 */
export function pickLanguage(tag: string): string | null {
  for (let rest = tag.toLowerCase(); rest; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('-')))) {
    const name = toName(rest)
    if (LANGUAGES.includes(name)) return name
  }
  return null
}
