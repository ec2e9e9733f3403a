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
  '%s has a drawing of at most 0.4 kB, and no other wallet’s',
  (id) => {
    const svg = decodeURIComponent(drawIcon(id).replace('data:image/svg+xml,', ''))
    expect(svg).toMatch(/^<svg xmlns=.*<\/svg>$/)
    expect(svg).not.toMatch(/script|href|url\(|style/)
    // Without the frame that all of them share.
    expect(svg.length - 120).toBeLessThanOrEqual(400)
  },
)

it.each(['constructor', '__proto__', 'toString', '', 'com.example.other'])('there is none for %j', (id) => {
  expect(drawIcon(id)).toBe('')
})
