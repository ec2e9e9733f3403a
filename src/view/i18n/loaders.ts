// Written by `npm run surface` from the files in languages/: add or edit one there.

import { loadChunk } from '../../platform/chunks.js'
import type { Texts } from './texts.js'

const LOADERS: Record<string, () => Promise<{ texts: Texts }>> = {
  ar: () => import('./languages/ar.js'),
  de: () => import('./languages/de.js'),
  es: () => import('./languages/es.js'),
  fr: () => import('./languages/fr.js'),
  he: () => import('./languages/he.js'),
  hi: () => import('./languages/hi.js'),
  id: () => import('./languages/id.js'),
  it: () => import('./languages/it.js'),
  ja: () => import('./languages/ja.js'),
  ko: () => import('./languages/ko.js'),
  ms: () => import('./languages/ms.js'),
  nl: () => import('./languages/nl.js'),
  pl: () => import('./languages/pl.js'),
  pt: () => import('./languages/pt.js'),
  ru: () => import('./languages/ru.js'),
  th: () => import('./languages/th.js'),
  tr: () => import('./languages/tr.js'),
  uk: () => import('./languages/uk.js'),
  vi: () => import('./languages/vi.js'),
  'zh-hant': () => import('./languages/zh-hant.js'),
  zh: () => import('./languages/zh.js'),
}

/**
 * Fetches the texts of a language.
 *
 * @param name one of the names in names.ts
 * @throws WalletError `asset_integrity` when they cannot be had
 */
export async function loadLanguage(name: string): Promise<Texts> {
  const load = LOADERS[name] as () => Promise<{ texts: Texts }>
  return (await loadChunk(`view/i18n/languages/${name}`, load)).texts
}
