import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  isAllowedLink,
  openApp,
  raiseApp,
  toBrowserLink,
} from '../../../../src/connectors/relay/mobile-links.js'
import { MOBILE_NAMES } from '../../../../src/connectors/relay/mobile-names.js'
import type { StoredSession } from '../../../../src/connectors/relay/stored-sessions.js'

const URI = 'wc:ab@2?relay-protocol=irn&symKey=cd'
const ENCODED = encodeURIComponent(URI)
const PAGE = 'https://shop.example/cart?a=1'
const opened: string[] = []

beforeEach(() => {
  opened.length = 0
  vi.stubGlobal('navigator', { userAgent: 'iPhone', maxTouchPoints: 5 })
  vi.stubGlobal('location', { href: PAGE })
  vi.stubGlobal('open', (href: string) => void opened.push(href))
})
afterEach(() => void vi.unstubAllGlobals())

describe('the link that passes a pairing to an app', () => {
  test.each([
    ['metamask', 'native', `metamask://wc?uri=${ENCODED}`],
    ['metamask', 'universal', `https://metamask.app.link/wc?uri=${ENCODED}`],
    ['trust', 'universal', `https://link.trustwallet.com/wc?uri=${ENCODED}`],
    ['okx', 'universal', `okex://main/wc?uri=${ENCODED}`],
    [
      'ready',
      'native',
      `argent://app/wc?uri=${ENCODED}&href=${encodeURIComponent('https://shop.example/cart?a=1')}&device=mobile`,
    ],
    [
      'ready',
      'universal',
      `https://www.argent.xyz/app/wc?uri=${ENCODED}&href=${encodeURIComponent('https://shop.example/cart?a=1')}&device=mobile`,
    ],
  ] as const)('is right for %s when the page prefers %s links', (id, kind, expected) => {
    expect(openApp(id, URI, kind)).toBe(true)
    expect(opened).toEqual([expected])
  })

  test.each([
    ['braavos', 'https://link.braavos.app/dapp/shop.example/cart?a=1'],
    ['keplr', `https://deeplink.keplr.app/web-browser?url=${encodeURIComponent(PAGE)}`],
  ])('does not exist for %s, which opens the page in its own browser', (id, expected) => {
    expect(openApp(id, URI, 'native')).toBe(false)
    expect(opened).toEqual([expected])
  })

  test('is refused with a text for an app without its own browser', () => {
    expect(() => toBrowserLink('rainbow', PAGE)).toThrow(
      expect.objectContaining({ code: 'no_in_app_browser' }),
    )
    expect(() => toBrowserLink('nobody', PAGE)).toThrow(
      expect.objectContaining({ code: 'no_in_app_browser' }),
    )
  })
})

describe('PR14: in another app’s web view', () => {
  const IN_APP = 'iPhone AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
  const ANDROID = 'Linux; Android 14; wv) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36'

  test.each([IN_APP, ANDROID])('an app is opened by its https address: %s', (userAgent) => {
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 5 })
    vi.stubGlobal('open', (href: string) => ({ opener: opened.push(href) }))
    expect(openApp('trust', URI, 'native')).toBe(true)
    expect(opened).toEqual([`https://link.trustwallet.com/wc?uri=${ENCODED}`])
  })

  test('an app without an https address, or a view that opens none, is told', () => {
    vi.stubGlobal('navigator', { userAgent: IN_APP, maxTouchPoints: 5 })
    expect(openApp('ledger', URI, 'native')).toBe(null)
    expect(opened).toEqual([])
    vi.stubGlobal('open', () => null)
    expect(openApp('trust', URI, 'native')).toBe(null)
  })

  test('a browser, and a page on the home screen, open the app itself', () => {
    vi.stubGlobal('navigator', { userAgent: `${IN_APP} Safari/604.1`, maxTouchPoints: 5 })
    openApp('trust', URI, 'native')
    vi.stubGlobal('navigator', { userAgent: IN_APP, maxTouchPoints: 5, standalone: true })
    openApp('trust', URI, 'native')
    expect(opened).toEqual([`trust://wc?uri=${ENCODED}`, `trust://wc?uri=${ENCODED}`])
  })
})

describe('PR13: in a frame whose sandbox', () => {
  const frame = (answer: (target: string) => unknown) => {
    vi.stubGlobal('self', {})
    vi.stubGlobal('top', {})
    vi.stubGlobal('open', (href: string, target: string) => {
      opened.push(`${target} ${href.split('?')[0]}`)
      return answer(target)
    })
  }

  test('refuses to leave the page, the https address goes into a tab', () => {
    const tab = { opener: {} as unknown }
    frame((target) => (target === '_blank' ? tab : null))
    expect(openApp('trust', URI, 'native')).toBe(true)
    expect(opened).toEqual(['_top trust://wc', '_blank https://link.trustwallet.com/wc'])
    expect(tab.opener).toBe(null)
  })

  test('throws, or opens nothing, every link counts as refused', () => {
    frame(() => {
      throw new DOMException('', 'SecurityError')
    })
    expect(openApp('trust', URI, 'native')).toBe(null)
    frame(() => null)
    expect(openApp('braavos', URI, 'native')).toBe(null)
  })
})

describe('a request to a phone wallet', () => {
  const session = (wcbApp: string | undefined, redirect = {}) =>
    ({ topic: 'f00', wcbApp, peer: { metadata: { redirect } } }) as unknown as StoredSession

  test.each([
    ['the chosen app', session('metamask'), 'native', ['metamask://wc?sessionTopic=f00']],
    [
      'the chosen app by its address',
      session('metamask'),
      'universal',
      ['https://metamask.app.link/wc?sessionTopic=f00'],
    ],
    [
      'Ready by its own form',
      session('ready'),
      'native',
      [`argent://app/wc/request?href=${encodeURIComponent(PAGE)}&device=mobile`],
    ],
    [
      'an app of the list that the wallet names',
      session(undefined, { native: 'trust://' }),
      'native',
      ['trust://wc?sessionTopic=f00'],
    ],
    ['nothing that is not on the list (C19)', session(undefined, { native: 'evil://' }), 'native', []],
    [
      'nothing by a foreign address (C18)',
      session(undefined, { universal: 'https://evil.example/' }),
      'universal',
      [],
    ],
    ['nothing of an unknown choice (C19)', session('https://evil.example'), 'native', []],
  ] as const)('opens the right app: %s', (_, one, kind, expected) => {
    raiseApp(one, kind)
    expect(opened).toEqual(expected)
  })

  test('opens nothing on a desktop', () => {
    vi.stubGlobal('navigator', { userAgent: 'X11; Linux', maxTouchPoints: 0 })
    raiseApp(session('metamask'), 'native')
    expect(opened).toEqual([])
  })
})

test.each([
  'https://evil.example',
  'javascript:alert(1)//metamask://',
  'data:text/html,x',
  '//evil.example',
  'metamask',
  'https://metamask.app.link.evil.example/',
  'metamask://\njavascript:alert(1)',
  'metamask:\\\\evil',
  null,
  7,
])('the link %j is never opened (C19)', (href) => {
  expect(isAllowedLink(href)).toBe(false)
})

test('the list offers an app for a pairing, for its own browser, or for both', () => {
  const ways = Object.fromEntries(MOBILE_NAMES.map(({ id, takes }) => [id, takes]))
  expect(ways).toMatchObject({ metamask: 'both', trust: 'pair', braavos: 'page' })
})
