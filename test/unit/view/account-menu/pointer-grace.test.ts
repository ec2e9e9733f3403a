import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createPointerGrace,
  isInside,
  POINTER_GRACE,
} from '../../../../src/view/account-menu/pointer-grace.js'

const submenu = { left: 200, right: 400, top: 100, bottom: 300 }

const leaveAt = (x: number, y: number, side: 'left' | 'right' = 'right') => {
  const grace = createPointerGrace()
  grace.begin({ x, y }, submenu, side, 1_000)
  return grace
}

describe('the grace of the pointer on its way into a submenu', () => {
  it('holds on a straight line from the row to any point of the submenu’s near edge', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (end, way) => {
          const y = submenu.top + end * (submenu.bottom - submenu.top)
          const grace = leaveAt(150, 120)
          return grace.holds({ x: 150 + way * 50, y: 120 + way * (y - 120) }, 1_100)
        },
      ),
    )
  })

  it('ends after 300 ms (specification)', () => {
    expect(leaveAt(150, 120).holds({ x: 160, y: 125 }, 1_000 + POINTER_GRACE - 1)).toBe(true)
    expect(leaveAt(150, 120).holds({ x: 160, y: 125 }, 1_000 + POINTER_GRACE)).toBe(false)
  })

  it('does not hold for a pointer that turns back, or leaves the triangle', () => {
    const grace = leaveAt(150, 120)
    expect(grace.holds({ x: 170, y: 130 }, 1_010)).toBe(true)
    expect(grace.holds({ x: 165, y: 130 }, 1_020)).toBe(false)
    expect(leaveAt(150, 120).holds({ x: 152, y: 280 }, 1_010)).toBe(false)
  })

  it('is mirrored when the submenu is on the left', () => {
    expect(leaveAt(450, 120, 'left').holds({ x: 430, y: 130 }, 1_010)).toBe(true)
    expect(leaveAt(450, 120, 'left').holds({ x: 460, y: 130 }, 1_010)).toBe(false)
  })

  it('does not hold before it began and after it was ended', () => {
    expect(createPointerGrace().holds({ x: 250, y: 200 }, 0)).toBe(false)
    const grace = leaveAt(150, 120)
    grace.end()
    expect(grace.holds({ x: 160, y: 125 }, 1_010)).toBe(false)
  })

  it('distinguishes inside from outside of a polygon', () => {
    const square = [
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 2 },
      { x: 0, y: 2 },
    ]
    expect(isInside({ x: 1, y: 1 }, square)).toBe(true)
    expect(isInside({ x: 3, y: 1 }, square)).toBe(false)
    expect(isInside({ x: 1, y: -1 }, square)).toBe(false)
  })
})
