const NOTICE = '// Written by `npm run surface` from the files in languages/: add or edit one there.\n\n'

/** Writes the names that a language tag is compared with. */
export const writeLanguageNames = (
  names,
) => `${NOTICE}/** Languages that there are texts for, besides English, by their file. */
export const LANGUAGES: readonly string[] = '${names.join(' ')}'.split(' ')
`

/** Writes the loader of each language. */
export const writeLanguageLoaders = (names) => `${NOTICE}import { loadChunk } from '../../platform/chunks.js'
import type { Texts } from './texts.js'

const LOADERS: Record<string, () => Promise<{ texts: Texts }>> = {
${names.map((name) => `  '${name}': () => import('./languages/${name}.js'),`).join('\n')}
}

/**
 * Fetches the texts of a language.
 *
 * @param name one of the names in names.ts
 * @throws WalletError \`asset_integrity\` when they cannot be had
 */
export async function loadLanguage(name: string): Promise<Texts> {
  const load = LOADERS[name] as () => Promise<{ texts: Texts }>
  return (await loadChunk(\`view/i18n/languages/\${name}\`, load)).texts
}
`
