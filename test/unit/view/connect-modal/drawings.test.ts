import { expect, it } from 'vitest'
import { MOBILE_NAMES } from '../../../../src/connectors/relay/mobile-names.js'
import { drawIcon } from '../../../../src/view/connect-modal/drawings.js'

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
  'walletConnect',
  'argentMobile',
]

it.each([...KNOWN, ...MOBILE_NAMES.map(({ id }) => id)])(
  'the drawing of %s has at most 0.4 kB, and belongs to no other wallet',
  (id) => {
    const svg = decodeURIComponent(drawIcon(id).replace('data:image/svg+xml,', ''))
    expect(svg).toMatch(/^<svg xmlns=.*<\/svg>$/)
    expect(svg).not.toMatch(/script|href|url\(|style/)
    // Without the frame that all of them share.
    expect(svg.length - 120).toBeLessThanOrEqual(400)
  },
)

it.each(['constructor', '__proto__', 'toString', '', 'com.example.other'])(
  'the drawing of %j does not exist',
  (id) => {
    expect(drawIcon(id)).toBe('')
  },
)
