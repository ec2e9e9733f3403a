// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shield } from '../../../src/platform/shield.js'

let host: HTMLElement
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
  host = document.createElement('div')
  surface = document.createElement('div')
  host.attachShadow({ mode: 'open' }).append(surface)
  document.body.append(host)
  document.addEventListener('keydown', listen, true)
})

afterEach(() => {
  document.removeEventListener('keydown', listen, true)
  host.remove()
})

describe('the shield of a surface', () => {
  it('hides Escape, and Tab of a modal, from the page wherever the focus is, and prevents nothing', () => {
    const stop = shield(surface, true)
    const events = [press(document.body, 'Escape'), press(document.body, 'Tab'), press(surface, 'a')]
    expect(seen).toEqual([])
    expect(events.some(({ defaultPrevented }) => defaultPrevented)).toBe(false)
    stop()
  })

  it('leaves the page its other keys', () => {
    const stop = shield(surface, true)
    press(document.body, 'a')
    stop()
    const release = shield(surface, false)
    press(document.body, 'Tab')
    release()
    expect(seen).toEqual(['a', 'Tab'])
  })

  it('passes what is typed inside to the surface', () => {
    const keys: string[] = []
    const stop = shield(surface, false, ({ key }) => keys.push(key))
    press(surface, 'ArrowDown')
    press(document.body, 'Escape')
    stop()
    expect(keys).toEqual(['ArrowDown'])
  })

  it('PR10: keeps presses, clicks, focus and scrolling in the surface from the page, and nothing outside of it', () => {
    const types = [
      'pointerdown',
      'mousedown',
      'touchstart',
      'click',
      'focusin',
      'focus',
      'wheel',
      'touchmove',
    ]
    const heard: string[] = []
    const hear = ({ type }: Event) => void heard.push(type)
    // A `focus` does not bubble: pages hear it on its way down.
    for (const type of types) document.addEventListener(type, hear, true)
    const stop = shield(surface, false)
    const act = (target: EventTarget) => {
      for (const type of types)
        target.dispatchEvent(new Event(type, { bubbles: type !== 'focus', composed: true }))
      return heard.splice(0)
    }
    expect(act(surface)).toEqual([])
    expect(act(document.body)).toEqual(types)
    stop()
    expect(act(surface)).toEqual(types)
    for (const type of types) document.removeEventListener(type, hear, true)
  })

  it('ends when it is removed', () => {
    shield(surface, true)()
    press(surface, 'Escape')
    expect(seen).toEqual(['Escape'])
  })
})
