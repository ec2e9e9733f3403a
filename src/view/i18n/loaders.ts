// Written by `node scripts/surface.mjs` from the files in languages/: add or edit one there.

import { createPart, type Part } from '../../platform/chunks.js'
import type { Texts } from './texts.js'

const LANGUAGES: Record<string, Part<{ texts: Texts }>> = {
  ar: createPart(() => import('./languages/ar.js')),
  de: createPart(() => import('./languages/de.js')),
  es: createPart(() => import('./languages/es.js')),
  fr: createPart(() => import('./languages/fr.js')),
  he: createPart(() => import('./languages/he.js')),
  hi: createPart(() => import('./languages/hi.js')),
  id: createPart(() => import('./languages/id.js')),
  it: createPart(() => import('./languages/it.js')),
  ja: createPart(() => import('./languages/ja.js')),
  ko: createPart(() => import('./languages/ko.js')),
  ms: createPart(() => import('./languages/ms.js')),
  nl: createPart(() => import('./languages/nl.js')),
  pl: createPart(() => import('./languages/pl.js')),
  pt: createPart(() => import('./languages/pt.js')),
  ru: createPart(() => import('./languages/ru.js')),
  th: createPart(() => import('./languages/th.js')),
  tr: createPart(() => import('./languages/tr.js')),
  uk: createPart(() => import('./languages/uk.js')),
  vi: createPart(() => import('./languages/vi.js')),
  'zh-hant': createPart(() => import('./languages/zh-hant.js')),
  zh: createPart(() => import('./languages/zh.js')),
}

/**
 * Fetches the texts of a language.
 *
 * @param name one of the names in names.ts
 * @throws WalletError `asset_integrity` when they cannot be had
 */
export async function loadLanguage(name: string): Promise<Texts> {
  return (await (LANGUAGES[name] as Part<{ texts: Texts }>).load()).texts
}
