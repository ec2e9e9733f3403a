import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeBelow, placeBeside } from '../../../../src/view/account-menu/place-panel.js'

const view = { left: 0, top: 0, right: 1_000, bottom: 700 }
const at = (left: number, top: number, width = 150, height = 44) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

describe('the place of the menu', () => {
  it('is below the button, aligned to its nearer edge', () => {
    expect(placeBelow(at(20, 20), 260, 300, view)).toMatchObject({ left: 20, top: 72 })
    expect(placeBelow(at(830, 20), 260, 300, view)).toMatchObject({ left: 720, top: 72 })
  })

  it('is above when there is more room', () => {
    expect(placeBelow(at(20, 600), 260, 300, view)).toMatchObject({ top: 292 })
  })

  it('of a submenu is in reading direction, on the other side at the edge, and over its row on a narrow screen', () => {
    expect(placeBeside(at(300, 100), 200, 200, view, false)).toMatchObject({ left: 450, side: 'right' })
    expect(placeBeside(at(300, 100), 200, 200, view, true)).toMatchObject({ left: 100, side: 'left' })
    expect(placeBeside(at(820, 100), 200, 200, view, false)).toMatchObject({ left: 620, side: 'left' })
    const narrow = { ...view, right: 390 }
    expect(placeBeside(at(8, 100, 280), 240, 200, narrow, false)).toMatchObject({ side: null, top: 144 })
  })

  it('is always inside the viewport sideways, and has a height to scroll in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -200, max: 1_200 }),
        fc.integer({ min: -200, max: 900 }),
        fc.integer({ min: 100, max: 320 }),
        fc.integer({ min: 40, max: 2_000 }),
        fc.boolean(),
        (x, y, width, height, rtl) => {
          for (const { left, maxHeight } of [
            placeBelow(at(x, y), width, height, view),
            placeBeside(at(x, y), width, height, view, rtl),
          ]) {
            expect(left).toBeGreaterThanOrEqual(8)
            expect(left + width).toBeLessThanOrEqual(992)
            expect(maxHeight).toBeGreaterThan(0)
          }
        },
      ),
    )
  })
})
