import { describe, expect, it } from 'vitest'
import { readMenuKey } from '../../../../src/view/account-menu/menu-keys.js'

const place = { index: 0, count: 3, opens: false, nested: false, rtl: false }

describe('the keyboard of the menu', () => {
  it('wraps around with the arrows', () => {
    expect(readMenuKey('ArrowDown', { ...place, index: 2 })).toBe(0)
    expect(readMenuKey('ArrowUp', place)).toBe(2)
  })

  it('begins at either end when no row has the focus yet', () => {
    expect(readMenuKey('ArrowDown', { ...place, index: -1 })).toBe(0)
    expect(readMenuKey('ArrowUp', { ...place, index: -1 })).toBe(2)
  })

  it('jumps to the ends with Home and End', () => {
    for (const key of ['Home', 'PageUp']) expect(readMenuKey(key, { ...place, index: 1 })).toBe(0)
    for (const key of ['End', 'PageDown']) expect(readMenuKey(key, { ...place, index: 1 })).toBe(2)
  })

  it('opens a submenu in reading direction and leaves it in the other, mirrored from right to left', () => {
    const opens = { ...place, opens: true }
    const nested = { ...place, nested: true }
    expect(readMenuKey('ArrowRight', opens)).toBe('enter')
    expect(readMenuKey('ArrowLeft', nested)).toBe('leave')
    expect(readMenuKey('ArrowLeft', { ...opens, rtl: true })).toBe('enter')
    expect(readMenuKey('ArrowRight', { ...nested, rtl: true })).toBe('leave')
  })

  it('does nothing sideways when a row opens nothing', () => {
    expect(readMenuKey('ArrowRight', place)).toBeNull()
    expect(readMenuKey('ArrowLeft', place)).toBeNull()
  })

  it('closes on Tab, and leaves Enter, Space and Escape to the browser', () => {
    expect(readMenuKey('Tab', place)).toBe('close')
    for (const key of ['Enter', ' ', 'Escape', 'a']) expect(readMenuKey(key, place)).toBeNull()
  })

  it('focuses nothing in a menu without rows', () => {
    for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End']) {
      expect(readMenuKey(key, { ...place, index: -1, count: 0 })).toBeNull()
    }
  })
})
