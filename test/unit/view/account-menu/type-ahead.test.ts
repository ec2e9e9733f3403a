import { describe, expect, it } from 'vitest'
import { createTypeAhead, TYPE_AHEAD_RESET } from '../../../../src/view/account-menu/type-ahead.js'

const labels = ['Copy address', 'Switch network', 'Connect another wallet', 'Disconnect', 'Öffnen']

describe('type-ahead in the menu', () => {
  it('finds the row that begins with the typed text', () => {
    const typing = createTypeAhead()
    expect(typing.find('c', labels, -1, 0)).toBe(0)
    expect(typing.find('o', labels, 0, 100)).toBe(0)
    expect(typing.find('n', labels, 0, 200)).toBe(2)
  })

  it('begins a new word after a second (specification), and after another key', () => {
    const typing = createTypeAhead()
    typing.find('c', labels, -1, 0)
    expect(typing.isTyping(TYPE_AHEAD_RESET - 1)).toBe(true)
    expect(typing.isTyping(TYPE_AHEAD_RESET)).toBe(false)
    expect(typing.find('s', labels, 0, TYPE_AHEAD_RESET)).toBe(1)
    typing.end()
    expect(typing.find('d', labels, 1, TYPE_AHEAD_RESET + 1)).toBe(3)
  })

  it('moves to the next row when the same letter is repeated', () => {
    const typing = createTypeAhead()
    expect(typing.find('c', labels, 0, 0)).toBe(2)
    expect(typing.find('c', labels, 2, 100)).toBe(0)
  })

  it('finds nothing when no row matches, and knows other alphabets', () => {
    expect(createTypeAhead().find('x', labels, 0, 0)).toBe(-1)
    expect(createTypeAhead().find('x', [], -1, 0)).toBe(-1)
    expect(createTypeAhead().find('Ö', labels, 0, 0)).toBe(4)
  })
})
