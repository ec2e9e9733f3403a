const NOTICE =
  '// Written by `node scripts/surface.mjs` from the files in languages/: add or edit one there.\n\n'

/** Writes the English names of all languages, in the order of the alphabet. */
export function writeLanguageList(names) {
  const english = new Intl.DisplayNames('en', { type: 'language' })
  const tags = ['en', ...names].map((name) => (name === 'zh' ? 'zh-hans' : name))
  return `${tags
    .map((tag) => english.of(tag))
    .sort()
    .join(', ')}.`
}

/** Writes the names that a language tag is compared with. */
export const writeLanguageNames = (
  names,
) => `${NOTICE}/** Languages that there are texts for, besides English, by their file. */
export const LANGUAGES: readonly string[] = '${names.join(' ')}'.split(' ')
`

/** Writes the loader of each language. */
export const writeLanguageLoaders = (
  names,
) => `${NOTICE}import { createPart, type Part } from '../../platform/chunks.js'
import type { Texts } from './texts.js'

const LANGUAGES: Record<string, Part<{ texts: Texts }>> = {
${names.map((name) => `  '${name}': createPart(() => import('./languages/${name}.js')),`).join('\n')}
}

/**
 * Fetches the texts of a language.
 *
 * @param name one of the names in names.ts
 * @throws WalletError \`asset_integrity\` when they cannot be had
 */
export async function loadLanguage(name: string): Promise<Texts> {
  return (await (LANGUAGES[name] as Part<{ texts: Texts }>).load()).texts
}
`
