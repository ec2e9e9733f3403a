import { expect, it } from 'vitest'
import { MOBILE_NAMES } from '../../../src/connectors/relay/mobile-names.js'
import { drawMark } from '../../../src/view/marks/marks.js'

const KNOWN = [
  'io.metamask',
  'io.rabby',
  'me.rainbow',
  'com.okex.wallet',
  'argentX',
  'braavos',
  'keplr',
  'okxwallet',
  'metamask',
  'xverse',
  'fordefi',
  'coinbase',
  'com.coinbase.wallet',
]

it.each([...KNOWN, ...MOBILE_NAMES.map(({ id }) => id)])(
  'the mark of %s is an image by itself (UI06)',
  (id) => {
    const svg = decodeURIComponent(drawMark(id).replace('data:image/svg+xml,', ''))
    expect(svg).toMatch(/^<svg xmlns=.*<\/svg>$/)
    expect(svg).not.toMatch(/script|href|url\((?!#)|style/)
  },
)

it.each(['constructor', '__proto__', 'toString', '', 'com.example.other'])(
  'the mark of %j does not exist',
  (id) => {
    expect(drawMark(id)).toBe('')
  },
)
