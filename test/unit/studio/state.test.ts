import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dress, LOOKS, lookOf } from '../../../demo/studio/looks.js'
import { QUESTIONS } from '../../../demo/studio/questions.js'
import { HOSTS, readHost } from '../../../demo/studio/snippets.js'
import { DEFAULTS, readAddress, writeAddress, writeNotice } from '../../../demo/studio/state.js'
import { LANGUAGES } from '../../../src/view/i18n/names.js'
import { anyState } from './any-state.js'

describe('the address of the studio', () => {
  it('restores every state that it was written from', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(readAddress(writeAddress(state))).toEqual({ state, faults: [] })
      }),
    )
  })

  it.each([
    ['an unknown question', 'evil=1', 'evil'],
    ['an unknown word', 'theme=purple', 'theme'],
    ['an unknown chain among known ones', 'chains=eip155%3A1%20eip155%3A666', 'chains'],
    ['two words where one is asked for', 'theme=dark%20light', 'theme'],
    ['a colour that is more than a colour', 'accent=%23fff%3Bbackground%3Aurl(x)', 'accent'],
    ['a font that is more than a font', 'font=Arial%3B%7D%20*%7Bdisplay%3Anone', 'font'],
    ['a look that is none', 'look=%22%3E%3Cscript%3E', 'look'],
    ['control characters in a text', 'app=a%00b', 'app'],
    ['a text without end', `label=${'x'.repeat(10_000)}`, 'label'],
    ['a name of the prototype', 'lang=constructor', 'lang'],
    ['a question of the prototype', '__proto__=1', '__proto__'],
    ['a question that is there twice', 'theme=dark&theme=light', 'theme'],
    ['bytes that are no text', 'app=%E0%A4', 'app'],
  ])('shows the default for %s, and names it', (_, query, name) => {
    expect(readAddress(query)).toEqual({ state: DEFAULTS, faults: [name] })
  })
})

describe('the host in the address of the studio', () => {
  it.each(Object.keys(HOSTS))('is the host that the address names: %s', (host) => {
    expect(readHost(`#${host}`)).toEqual({ host, faults: [] })
  })

  it('is HTML when the address names none', () => {
    expect(readHost('')).toEqual({ host: 'html', faults: [] })
  })

  it.each(['toString', '__proto__', 'constructor', 'joomla', '<img src=x>', '%E0%A4'])(
    'is HTML, and the fault is named, when there is no such host: %s',
    (name) => {
      expect(readHost(`#${name}`)).toEqual({ host: 'html', faults: [name] })
    },
  )
})

describe('the notice of the studio', () => {
  it('is absent when the address has no faults', () => {
    expect(writeNotice([])).toBe('')
  })

  it('names what the studio does not know, and stays short whatever the address has', () => {
    expect(writeNotice(['theme', '<b>'])).toBe(
      'The studio does not know these parts of the address: theme, <b>. It shows the default for each.',
    )
    const long = writeNotice(Array.from({ length: 500 }, (_, index) => `${index}`.repeat(1000)))
    expect(long).toContain('and 495 more')
    expect(long.length).toBeLessThan(350)
  })
})

/** The contrast of two colours, as WCAG defines it. */
function measureContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other]
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5]
        .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .sort((first, second) => second - first)
  return (light + 0.05) / (dark + 0.05)
}

describe('the looks of the studio', () => {
  it('are eight, legible, and each is found again from its address (UI04)', () => {
    expect(LOOKS).toHaveLength(8)
    for (const look of LOOKS) {
      const state = dress({ ...DEFAULTS, app: 'Kept' }, look)
      expect(readAddress(writeAddress(state))).toEqual({ state, faults: [] })
      expect(lookOf(state)?.name).toBe(look.name)
      const { accent, background, surface, text, muted } = look.answers
      if (!accent) continue
      for (const ink of [text, muted])
        for (const ground of [background, surface])
          expect(measureContrast(String(ink), String(ground)), look.name).toBeGreaterThan(4.5)
      expect(measureContrast(String(accent), '#ffffff'), look.name).toBeGreaterThan(4.5)
    }
  })
})

describe('the code of the studio', () => {
  const release = {
    script: 'https://cdn.example/dist/embed.js',
    integrity: 'sha384-abc',
    sheet: 'https://cdn.example/dist/looks.css',
    sheetIntegrity: 'sha384-def',
  }

  it('exists for every host, and its script tag always has its hash', () => {
    for (const { write } of Object.values(HOSTS)) {
      const all = write({ ...DEFAULTS, look: 'round' }, release)
        .map(({ code }) => code)
        .join('\n')
      expect(all).not.toBe('')
      for (const [tag] of all.matchAll(/<script src[^>]*>/g)) expect(tag).toContain('integrity="sha384-abc"')
      for (const [tag] of all.matchAll(/<link [^>]*>/g)) expect(tag).toContain('integrity="sha384-def"')
    }
  })

  it('contains a text as text, whatever its characters', () => {
    const state = { ...DEFAULTS, app: '"><script>alert(1)</script>' }
    const pages = Object.values(HOSTS)
      .flatMap(({ write }) => write(state, release))
      .filter(({ language }) => ['html', 'vue', 'svelte'].includes(language))
    expect(pages.length).toBeGreaterThan(5)
    for (const { code } of pages) expect(code).not.toContain('<script>alert')
  })

  it('includes the style sheet of a ready look, if the host accepts it', () => {
    const looks = Object.entries(HOSTS).filter(([, { write }]) =>
      write({ ...DEFAULTS, look: 'square' }, release).some(({ code }) => /looks\.css/.test(code)),
    )
    expect(looks.map(([name]) => name)).toEqual(Object.keys(HOSTS).filter((name) => name !== 'wordpress'))
  })

  it('offers every language of the button', () => {
    const question = QUESTIONS.find(({ name }) => name === 'lang')
    const offered = question && 'words' in question ? Object.keys(question.words) : []
    expect(offered.map((tag) => tag.toLowerCase()).sort()).toEqual(['en', ...LANGUAGES].sort())
  })

  it('never names an attribute twice', () => {
    const names = QUESTIONS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})
