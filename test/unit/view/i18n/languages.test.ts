import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readLabel } from '../../../../src/element/labels.js'
import { english as menu } from '../../../../src/view/account-menu/english.js'
import { loadTexts, pickLanguage, readTexts } from '../../../../src/view/i18n/languages.js'
import { english as main } from '../../../../src/view/i18n/texts.js'

const LANGUAGES = readdirSync(new URL('../../../../src/view/i18n/', import.meta.url))
  .map((file) => /^([a-z]{2})\.ts$/.exec(file)?.[1])
  .filter((language): language is string => !!language)

const english = { ...main, ...menu }

describe('languages', () => {
  it.each([
    ['de', 'de'],
    ['de-CH-1996', 'de'],
    ['PT-br', 'pt'],
    ['zh-Hant-TW', 'zh'],
    ['en', null],
    ['en-GB', null],
    ['xx', null],
    ['', null],
    ['constructor', null],
    ['__proto__-x', null],
  ])('cuts the tag %s from its end until there are texts for it: %s', (tag, language) => {
    expect(pickLanguage(tag)).toBe(language)
  })

  it('shows English until a language has arrived', async () => {
    expect(readTexts('it-CH')).toBe(main)
    expect(await loadTexts('it-CH')).toBe(true)
    expect(readTexts('it').close).toBe('Chiudi')
    expect(await loadTexts('it')).toBe(false)
    expect(await loadTexts('xx')).toBe(false)
    expect(readTexts('xx')).toBe(main)
  })

  it.each(LANGUAGES)('%s has every text, with a name where English has one', async (language) => {
    await loadTexts(language)
    const texts = readTexts(language)
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort())
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), key).not.toBe('')
      expect(text.includes('{0}'), key).toBe(english[key as keyof typeof english].includes('{0}'))
    }
  })

  it('labels the idle button in the language of the tag, and in English where the shell has none', () => {
    expect(readLabel('de-AT')).toBe('Wallet verbinden')
    expect(readLabel('ZH-Hant')).toBe('连接钱包')
    for (const tag of ['', 'en-GB', 'xx', 'constructor', '__proto__'])
      expect(readLabel(tag)).toBe('Connect wallet')
  })
})
