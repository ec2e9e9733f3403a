import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { IDLE_LABELS } from '../../../../src/element/face/idle-labels.js'
import { english as menu } from '../../../../src/view/account-menu/english.js'
import { english as views } from '../../../../src/view/connect-modal/views-english.js'
import { english as failures } from '../../../../src/view/failure/sentences.js'
import { loadTexts, readLanguage, readTexts, readyTag } from '../../../../src/view/i18n/languages.js'
import { pickLanguage } from '../../../../src/view/i18n/pick-language.js'
import { english as main, type Texts } from '../../../../src/view/i18n/texts.js'
import { english as form } from '../../../../src/view/page/texts.js'
import { english as code } from '../../../../src/view/qr/texts.js'

const FOLDER = new URL('../../../../src/view/i18n/languages/', import.meta.url)
const LANGUAGES = readdirSync(FOLDER)
  .map((file) => /^([a-z]{2}(?:-[a-z]{4})?)\.ts$/.exec(file)?.[1])
  .filter((language): language is string => !!language)

const english: Texts = { ...main, ...views, ...menu, label: 'Connect wallet', form, code, failures }

/** Every text by its path: `failures.locked`. */
const flatten = (texts: object, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )
const expected = new Map(flatten(english))

/** Texts that name a thing, in English too. */
const NAMING: Readonly<Record<string, string>> = {
  wallet:
    'label noWallet noWalletHint approve stillWaiting signText confirm another getWallet otherWallet search whatIsWallet noMatch changeAccount form.connect form.sign code.scan code.chooseApp code.code code.waiting code.otherCode failures.gone failures.ended',
  connect:
    'label connectTo connecting failed another connected nowConnected form.connect code.code failures.ended',
  disconnect: 'disconnect nowDisconnected',
  'sign in': 'signIn signedIn signFailed signFor form.sign failures.server',
  'sign out': 'signOut',
  sign: 'signTitle signText signBlocked walletAsks noWalletHint',
  network: 'wrongNetwork network nowOn failures.wrongNetwork failures.networkDown',
  account: 'account accounts changeAccount walletKeeps noWalletHint failures.otherAccount',
}

/** The stems that a language has chosen, from the comment at the top of its file. */
const readGlossary = (language: string): Map<string, RegExp> => {
  const text = readFileSync(new URL(`${language}.ts`, FOLDER), 'utf8')
  const [, line = ''] = /by its stem: (.+)/.exec(text) ?? []
  return new Map(
    line.split(' · ').map((entry) => {
      const [thing = '', stems = ''] = entry.split(': ')
      return [thing, RegExp(stems, 'iu')]
    }),
  )
}

describe('the languages of the view', () => {
  it.each([
    ['de', 'de'],
    ['de-CH-1996', 'de'],
    ['PT-br', 'pt'],
    ['zh-CN', 'zh'],
    ['zh-Hant-TW', 'zh-hant'],
    ['zh-TW', 'zh-hant'],
    ['zh-HK-x-private', 'zh-hant'],
    ['iw', 'he'],
    ['en', null],
    ['en-GB', null],
    ['xx', null],
    ['', null],
    ['constructor', null],
    ['__proto__-x', null],
  ])('are found by cutting the tag %s from its end until there are texts: %s', (tag, language) => {
    expect(pickLanguage(tag)).toBe(language)
  })

  it('show English until they have loaded, and mark it as English (U07)', async () => {
    expect(readLanguage('it-CH')).toEqual({ texts: main, lang: 'en', dir: 'ltr' })
    expect(await loadTexts('it-CH')).toBe(true)
    expect(readLanguage('it').texts.close).toBe('Chiudi')
    expect(readLanguage('it-CH')).toMatchObject({ lang: 'it-CH', dir: 'ltr' })
    expect(await loadTexts('it')).toBe(false)
    expect(await loadTexts('xx')).toBe(false)
    expect(readLanguage('xx')).toEqual({ texts: main, lang: 'en', dir: 'ltr' })
    expect(readLanguage('en-GB').lang).toBe('en-GB')
  })

  it('decide the direction by the texts in use: English on a Persian page runs from left to right (U07)', async () => {
    expect(readLanguage('fa')).toMatchObject({ lang: 'en', dir: 'ltr' })
    await loadTexts('he')
    expect(readLanguage('he-IL')).toMatchObject({ lang: 'he-IL', dir: 'rtl' })
  })

  it('keep what was shown before while they load, and never for a language without texts', () => {
    expect(readyTag('uk', 'he')).toBe('he')
    expect(readyTag('uk', undefined)).toBe('uk')
    expect(['he-IL', 'en', 'fa'].map((tag) => readyTag(tag, 'uk'))).toEqual(['he-IL', 'en', 'fa'])
  })

  it.each(LANGUAGES)(
    'include every text in %s, with a name wherever English has one (U04, U24)',
    async (language) => {
      await loadTexts(language)
      const texts = flatten(readLanguage(language).texts).filter(([place]) => place !== 'dir')
      expect(texts.map(([place]) => place).sort()).toEqual([...expected.keys()].sort())
      for (const [place, text] of texts) {
        expect(text.trim(), place).not.toBe('')
        expect(text.match(/\{0\}/g)?.length ?? 0, place).toBe(expected.get(place)?.includes('{0}') ? 1 : 0)
      }
    },
  )

  it.each(LANGUAGES)(
    'use one word for each thing in %s, which the top of its file names (U24)',
    async (language) => {
      await loadTexts(language)
      const texts = new Map(flatten(readLanguage(language).texts))
      const glossary = readGlossary(language)
      expect([...glossary.keys()]).toEqual(Object.keys(NAMING))
      const strange = Object.entries(NAMING).flatMap(([thing, places]) =>
        places
          .split(' ')
          .filter((place) => !glossary.get(thing)?.test(texts.get(place) ?? ''))
          .map((place) => `${thing}, ${place}: ${texts.get(place)}`),
      )
      expect(strange).toEqual([])
    },
  )

  it('label the idle button as the first paint does, in every language (U07)', async () => {
    expect(Object.keys(IDLE_LABELS)).toEqual(LANGUAGES)
    for (const language of LANGUAGES) {
      await loadTexts(language)
      expect(readTexts(language)?.label).toBe(IDLE_LABELS[language])
    }
  })
})
