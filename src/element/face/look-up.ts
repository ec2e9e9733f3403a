/** Tags that mean a language by another name: regions that write Chinese in traditional characters, and an old code. */
const toName = (tag: string): string =>
  /^zh-(?:tw|hk|mo)$/.test(tag) ? 'zh-hant' : tag === 'iw' ? 'he' : tag

/**
 * The language that fits a BCP 47 tag best: the tag, cut from its end, as RFC 4647 looks up. Servers often write a locale, de_DE.
 *
 * @param names the languages that there are texts for, besides English
 * @returns undefined for English, and where nothing fits
 */
export function lookUp(tag: string, names: readonly string[]): string | undefined {
  for (const parts = tag.toLowerCase().split(/[-_]/); parts.length > 0; parts.pop()) {
    const name = toName(parts.join('-'))
    if (names.includes(name)) return name
  }
  return undefined
}
