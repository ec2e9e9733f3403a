// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../../src/element/app.js'
import type { WalletConnectButton } from '../../../src/element/button-api.js'
import type { Hub } from '../../../src/element/hub.js'
import { PARTS } from '../../../src/element/parts.js'
import '../../../src/exports/index.js'

// The build sets it.
vi.hoisted(() => Object.assign(globalThis, { __WCB_VERSION__: '0.0.0' }))

const hub = (globalThis as never as Record<symbol, Hub>)[PARTS] as Hub
/** The label at each call of the view, and at each paint. */
let drawn: string[] = []
let painted: string[] = []
hub.app = createApp(hub, {
  mountButton: (host) => host.subscribe(() => drawn.push(host.getProps().label)),
  createList: () => ({ prepare() {}, show() {}, update() {}, end() {} }),
})

let frames: (() => void)[] = []
const nextFrame = () => {
  for (const run of frames.splice(0)) run()
}
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

let element: WalletConnectButton
beforeEach(() => {
  drawn = []
  painted = []
  frames = []
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  element = document.createElement('wallet-connect-button') as WalletConnectButton
  document.body.append(element)
  const paint = element[PARTS].paint.bind(element[PARTS])
  element[PARTS].paint = () => {
    painted.push(element.label)
    paint()
  }
})
afterEach(() => {
  element.remove()
  vi.unstubAllGlobals()
})

describe('a label that the page changes very often (Y19, Y27)', () => {
  it('is painted at once until React draws the button', () => {
    element.label = 'one'
    element.label = 'two'
    expect(painted).toEqual(['one', 'two'])
    expect(element.shadowRoot?.textContent).toContain('two')
  })

  it('is drawn at once, then once a frame with the last value', async () => {
    hub.app?.prepare(element)
    for (const label of ['one', 'two', 'three', 'four']) {
      element.label = label
      await nextTask()
    }
    expect(drawn).toEqual(['one'])
    nextFrame()
    expect(drawn).toEqual(['one', 'four'])
    await nextTask()
    element.label = 'five'
    expect(drawn).toEqual(['one', 'four'])
    nextFrame()
    await nextTask()
    nextFrame()
    element.label = 'six'
    // A part that has just arrived may draw the same label again, in the frame after it.
    expect(drawn.filter((label, at) => label !== drawn[at - 1])).toEqual(['one', 'four', 'five', 'six'])
    expect(drawn.length).toBeLessThanOrEqual(5)
  })

  it('is drawn with every change of the same task', async () => {
    hub.app?.prepare(element)
    element.size = 'large'
    element.label = 'one'
    expect(drawn.at(-1)).toBe('one')
  })

  it('is not drawn for a button that was removed before the frame', async () => {
    hub.app?.prepare(element)
    element.label = 'one'
    await nextTask()
    element.label = 'two'
    hub.app?.adopt(element)
    element.remove()
    const before = drawn.length
    nextFrame()
    expect(drawn.length).toBe(before)
  })
})
