import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawAvatar } from '../../../../src/view/account/avatar-shapes.js'
import { shortenAddress } from '../../../../src/view/account/short-address.js'

const address = fc.stringMatching(/^0x[0-9a-f]{40}$/)

describe('the picture and short address of an account', () => {
  it('depend on the address alone, in any case', () => {
    fc.assert(
      fc.property(address, (account) => {
        expect(drawAvatar(account.toUpperCase())).toEqual(drawAvatar(account))
      }),
    )
  })

  it('look different for addresses that differ in one digit', () => {
    const base = '0x52908400098527886E0F7030069857D2E4169EE'
    const drawn = new Set([...'0123456789abcdef'].map((digit) => JSON.stringify(drawAvatar(base + digit))))
    expect(drawn.size).toBe(16)
  })

  it('consist of numbers and colours only, whatever the address contains', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { ground, shapes } = drawAvatar(text)
        for (const { x, y, r, fill } of shapes) {
          expect([x, y, r].every(Number.isFinite)).toBe(true)
          expect(fill).toMatch(/^oklch\([\d. ]+\)$/)
        }
        expect(ground).toMatch(/^oklch\([\d. ]+\)$/)
      }),
    )
  })

  it('show the first and the last four digits', () => {
    expect(shortenAddress('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('0x5290…9EE7')
    expect(shortenAddress(`0x04a1${'0'.repeat(56)}7e8f`)).toBe('0x04a1…7e8f')
    expect(shortenAddress('0x1234')).toBe('0x1234')
  })
})
