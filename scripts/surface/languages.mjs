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

/** Reads the label of the idle button, as it is quoted in the file of its language. */
function readLabel(language, code) {
  const label = /^ {2}label: ('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),$/m.exec(code)?.[1]
  if (!label) throw new Error(`${language} has no label`)
  return label
}

/**
 * Writes the labels of the idle button, which the first paint has in every language.
 *
 * @param files the code of each language's file, by its name
 */
export const writeIdleLabels = (files) => `${NOTICE.replace('languages/', 'view/i18n/languages/')}/**
 * The label of the idle button in each language but English. Every page downloads them, so that the first frame is in the visitor's
 * language.
 */
export const IDLE_LABELS: Readonly<Record<string, string>> = {
${Object.entries(files)
  .map(([language, code]) => `  '${language}': ${readLabel(language, code)},`)
  .join('\n')}
}
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
