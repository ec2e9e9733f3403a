import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAnnouncement } from '../../../../src/connectors/evm/announcement.js'
import { cleanIcon, cleanName, firstCharacter } from '../../../../src/connectors/name-and-icon.js'
import { anyText } from '../../../counterparts/any-text.js'
import {
  badDetails,
  badIcons,
  badNames,
  properDetail,
  shiftyDetail,
} from '../../../counterparts/hostile-announcements.js'

const announce = (detail: unknown) => readAnnouncement({ detail } as never)
const FIELDS = ['uuid', 'name', 'rdns', 'icon'] as const

describe('an announcement', () => {
  test('of a valid wallet is read', () => {
    const { info, provider } = properDetail()
    expect(announce({ info, provider })).toEqual({ ...info, provider })
  })

  test.each(Object.entries(badDetails))('that is broken is dropped: %s', (_, createDetail) => {
    expect(announce(createDetail())).toBeNull()
  })

  test('with any combination of missing, empty and non-string fields is dropped (A02)', () => {
    let combinations = 0
    for (let mask = 1; mask < 2 ** FIELDS.length; mask++) {
      for (const bad of [undefined, '', 7, null, {}, [], true, Symbol('x')]) {
        const detail = properDetail()
        for (const [bit, field] of FIELDS.entries()) if (mask & (1 << bit)) detail.info[field] = bad
        expect(announce(detail)).toBeNull()
        combinations++
      }
    }
    expect(combinations).toBe(120)
  })

  test('is dropped when reading `detail` throws (A03)', () => {
    const event = Object.defineProperty({}, 'detail', {
      get() {
        throw new Error('no')
      },
    })
    expect(readAnnouncement(event as never)).toBeNull()
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(announce(proxy)).toBeNull()
    expect(announce({ info: properDetail().info, provider: proxy })).toBeNull()
  })

  test('has each field read exactly once, so that it cannot show two names (A04)', () => {
    const { detail, reads } = shiftyDetail()
    expect(announce(detail)?.name).toBe('Proper 1')
    expect(reads).toEqual({ uuid: 1, name: 1, icon: 1, rdns: 1 })
  })

  test('may have a provider that is a function', () => {
    const provider = Object.assign(() => {}, { request: async () => [] })
    expect(announce({ ...properDetail(), provider })?.provider).toBe(provider)
  })

  test('with any value at all gives an entry or nothing (P3)', () => {
    const throwing = fc.constantFrom('info', 'provider', 'then', 'uuid').map((key) =>
      Object.defineProperty({ ...properDetail() }, key, {
        get() {
          throw new Error(key)
        },
      }),
    )
    const spoilt = fc
      .record(
        {
          info: fc.oneof(
            fc.anything(),
            fc.record(
              Object.fromEntries(FIELDS.map((field) => [field, fc.oneof(anyText(), fc.anything())])),
              { requiredKeys: [] },
            ),
          ),
          provider: fc.oneof(fc.anything(), fc.constant(properDetail().provider)),
        },
        { requiredKeys: [] },
      )
      .map((detail) => new Proxy(detail, {}))
    fc.assert(
      fc.property(
        fc.oneof(fc.anything({ withBigInt: true, withNullPrototype: true }), spoilt, throwing),
        (detail) => {
          const found = announce(detail)
          if (found === null) return
          for (const field of FIELDS) expect(typeof found[field]).toBe('string')
          expect(found.name).toBe(cleanName(found.name))
          expect(found.icon).toBe(cleanIcon(found.icon))
          expect([...found.name].length).toBeLessThanOrEqual(64)
          expect(found.name).not.toMatch(/[\p{C}\r\n]/u)
          expect(found.rdns).not.toMatch(/[\s\p{C}]/u)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('a wallet’s name (A07)', () => {
  test.each(Object.entries(badNames))('with %s is plain text of at most 64 characters', (_, name) => {
    const detail = properDetail()
    detail.info.name = name
    const shown = announce(detail)?.name as string
    expect(shown).toBe(cleanName(name))
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\n\r\u2028]/u)
    expect([...shown].length).toBeLessThanOrEqual(64)
  })

  test('is cut between characters and never inside a character', () => {
    expect(cleanName('🦊'.repeat(100))).toBe('🦊'.repeat(64))
  })

  test.each([
    ['a flag', '🇩🇪'],
    ['a family', '👨\u200d👩\u200d👧'],
    ['a hand of one colour', '👋🏽'],
    ['the flag of a region', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['a syllable that a joiner shapes', 'र्\u200dय'],
  ])('with %s keeps it, and is never cut inside it (Y19)', (_, part) => {
    expect(cleanName(`Wallet ${part} one`)).toBe(`Wallet ${part} one`)
    for (let length = 55; length <= 64; length++) {
      const shown = cleanName('W'.repeat(length) + part + part)
      expect([shown.replaceAll(part, '').replaceAll('W', ''), shown]).toEqual(['', cleanName(shown)])
    }
    expect(firstCharacter(`${part}rest`)).toBe(part)
  })

  test('keeps the gap inside a Persian word (Y19)', () => {
    expect(cleanName('کیف\u200cپول')).toBe('کیف\u200cپول')
  })

  test.each(['Meta\u200dMask', 'Meta\u200cMask', 'M\u{e0067}etaMask', '\u200dMetaMask\u200d'])(
    'loses a joiner that joins nothing: %j (Y19)',
    (name) => expect(cleanName(name)).toBe('MetaMask'),
  )

  test('of one letter with very many marks is still cut (Y19)', () => {
    expect([...cleanName(`a${'\u0301'.repeat(200)}`)]).toHaveLength(64)
  })

  test.each(['\u200b\u202e', ' \n\t', '\u0000'])('that shows nothing drops the wallet: %j', (name) => {
    const detail = properDetail()
    detail.info.name = name
    expect(announce(detail)).toBeNull()
  })
})

describe('a wallet’s icon (A08)', () => {
  const refused = ['script', 'another host', 'a page', '6 MB']

  test.each(Object.entries(badIcons))('is drawn or refused: %s', (kind, icon) => {
    const detail = properDetail()
    detail.info.icon = icon
    // The wallet is listed with a letter instead. An image element draws the icon, so nothing in it runs.
    expect(announce(detail)).toMatchObject({ icon: refused.includes(kind) ? '' : icon })
  })

  test.each(['png', 'jpeg', 'jpg', 'gif', 'webp', 'svg+xml'])('of type %s is kept', (type) => {
    for (const icon of [`data:image/${type};base64,AAAA`, `DATA:image/${type},x`])
      expect(cleanIcon(icon)).toBe(icon)
  })

  test.each([
    'data:image/svg+xmlx;base64,AAAA',
    'data:image/bmp;base64,AAAA',
    ' data:image/png;base64,AAAA',
    'data:text/html;image/png,x',
    'blob:https://shop.example/1',
    'icon.png',
    '//icons.example/icon.png',
    null,
    {},
  ])('is refused: %j', (icon) => {
    expect(cleanIcon(icon)).toBe('')
  })

  test('is kept up to 128 KiB and refused above that', () => {
    const ofBytes = (bytes: number) => `data:image/png;base64,${'A'.repeat(Math.ceil(bytes / 3) * 4)}`
    expect(cleanIcon(ofBytes(128 * 1_024))).not.toBe('')
    expect(cleanIcon(ofBytes(140 * 1_024))).toBe('')
  })
})
