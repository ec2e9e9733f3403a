import { expect } from 'vitest'
import type { Engine, EngineWindow } from './engine.js'

/** In a page: finds every element, through open shadow roots, and visible elements by name. */
const FIND = `
const all = (root) => [...root.querySelectorAll('*')].flatMap((node) => [node, ...(node.shadowRoot ? all(node.shadowRoot) : [])])
const named = (name) => all(document).filter((node) =>
  ['BUTTON', 'INPUT', 'SELECT'].includes(node.tagName) && node.getClientRects().length && !node.closest('[disabled]') &&
  [node.innerText?.trim().split('\\n')[0], node.getAttribute('aria-label'), node.name].includes(name)).at(-1)
`

/** A person with a mouse and a keyboard in one window. */
export interface Visitor {
  readonly window: EngineWindow
  /** Waits until an expression is truthy in the page; `all` and `named` find elements there. */
  until(expression: string): Promise<void>
  read<T>(expression: string): Promise<T>
  /** Clicks in the middle of the element that an expression finds. */
  clickOn(expression: string): Promise<void>
  /** Clicks the button with this name, as soon as it exists and stands still. */
  press(name: string): Promise<void>
  /** Presses the button, and returns the window that opens. */
  pressFor(name: string): Promise<Visitor>
  /** Waits for a text in the page. */
  sees(text: string): Promise<void>
}

const TIME = { timeout: 60_000, interval: 50 }

export function visitorOf(engine: Engine, window: EngineWindow): Visitor {
  const read = <T>(expression: string) => window.run<T>(`${FIND}; return ${expression}`)
  const until = (expression: string): Promise<void> =>
    expect
      .poll(() => read(`!!(${expression})`).catch(() => false), { ...TIME, message: expression })
      .toBe(true)
  const boxOf = (expression: string) =>
    read<[number, number, number, number]>(
      `(({ x, y, width, height }) => [x, y, width, height])((${expression}).getBoundingClientRect())`,
    )
  const visitor: Visitor = {
    window,
    read,
    until,
    async clickOn(expression) {
      await read(`(${expression}).scrollIntoView({ block: 'nearest' })`)
      if (window.clickElement) return window.clickElement(`${FIND}; return ${expression}`)
      const [x, y, width, height] = await boxOf(expression)
      await window.click(x + width / 2, y + height / 2)
    },
    async press(name) {
      const button = `named(${JSON.stringify(name)})`
      await until(button)
      let last = ''
      await expect
        .poll(async () => {
          const before = last
          last = String(await boxOf(button))
          return last === before
        }, TIME)
        .toBe(true)
      await visitor.clickOn(button)
    },
    async pressFor(name) {
      const known = new Set((await engine.windows()).map(({ id }) => id))
      await visitor.press(name)
      let opened: EngineWindow | undefined
      await expect
        .poll(async () => {
          opened = (await engine.windows()).find(({ id }) => !known.has(id))
          return opened
        }, TIME)
        .toBeTruthy()
      return visitorOf(engine, opened as EngineWindow)
    },
    sees: (text) => until(`document.body.innerText.includes(${JSON.stringify(text)})`),
  }
  return visitor
}
