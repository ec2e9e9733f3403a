// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shieldKeys } from '../../../src/view/shield.js'

let surface: HTMLElement
let seen: string[]
const listen = (event: Event) => void seen.push((event as KeyboardEvent).key)

const press = (target: EventTarget, key: string) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true })
  target.dispatchEvent(event)
  return event
}

beforeEach(() => {
  seen = []
  surface = document.createElement('div')
  document.body.append(surface)
  document.addEventListener('keydown', listen, true)
})

afterEach(() => {
  document.removeEventListener('keydown', listen, true)
  surface.remove()
})

describe('the shield of a surface', () => {
  it('hides Escape, and Tab of a modal, from the page wherever the focus is, and prevents nothing', () => {
    const stop = shieldKeys(surface, true)
    const events = [press(document.body, 'Escape'), press(document.body, 'Tab'), press(surface, 'a')]
    expect(seen).toEqual([])
    expect(events.some(({ defaultPrevented }) => defaultPrevented)).toBe(false)
    stop()
  })

  it('leaves the page its other keys', () => {
    const stop = shieldKeys(surface, true)
    press(document.body, 'a')
    stop()
    const release = shieldKeys(surface, false)
    press(document.body, 'Tab')
    release()
    expect(seen).toEqual(['a', 'Tab'])
  })

  it('passes what is typed inside to the surface', () => {
    const keys: string[] = []
    const stop = shieldKeys(surface, false, ({ key }) => keys.push(key))
    press(surface, 'ArrowDown')
    press(document.body, 'Escape')
    stop()
    expect(keys).toEqual(['ArrowDown'])
  })

  it('ends when it is removed', () => {
    shieldKeys(surface, true)()
    press(surface, 'Escape')
    expect(seen).toEqual(['Escape'])
  })
})
