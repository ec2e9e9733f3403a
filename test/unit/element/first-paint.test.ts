// @vitest-environment happy-dom

import { afterEach, describe, expect, it, vi } from 'vitest'
import { createWalletClient } from '../../../src/client/create-wallet-client.js'
import type { WalletConnectButton } from '../../../src/element/button-api.js'
import { BUTTON_SHEET } from '../../../src/element/face/button-sheet.js'
import { BUSY, IDLE, KEPT_ROOM } from '../../../src/element/face/face.js'
import type { Hub } from '../../../src/element/hub.js'
import { show } from '../../../src/element/loading.js'
import { PARTS } from '../../../src/element/parts.js'
import { readPaintedProps } from '../../../src/element/view-props.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { widthKey } from '../../../src/platform/stored-names.js'
import { drawButton } from '../../../src/view/button/paint-button.js'
import { LANGUAGES } from '../../../src/view/i18n/names.js'
import '../../../src/exports/index.js'

// The build sets it.
vi.hoisted(() => Object.assign(globalThis, { __WCB_VERSION__: '0.0.0' }))

const hub = (globalThis as never as Record<symbol, Hub>)[PARTS] as Hub

function add(given: Readonly<Record<string, string>> = {}): WalletConnectButton {
  const element = document.createElement('wallet-connect-button') as WalletConnectButton
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, value)
  document.body.append(element)
  return element
}
const wrapperOf = (element: WalletConnectButton) => element[PARTS].root.firstElementChild as HTMLElement
const labelOf = (element: WalletConnectButton) => {
  const { lang, dir, textContent } = wrapperOf(element)
  return [textContent, lang, dir]
}
afterEach(() => document.body.replaceChildren())

describe('the label in the first frame, before anything has been fetched', () => {
  it.each(LANGUAGES)('is in the page’s language %s, in its own direction (U07)', async (language) => {
    const { texts } = await import(`../../../src/view/i18n/languages/${language}.ts`)
    const element = add({ lang: language })
    expect(labelOf(element)).toEqual([texts.label, language, 'auto'])
    expect(texts.label).not.toBe('Connect wallet')
    expect(hub.app).toBeUndefined()
  })

  it.each([
    ['de-AT', 'Wallet verbinden'],
    ['de_DE', 'Wallet verbinden'],
    ['PT-br', 'Conectar carteira'],
    ['zh-TW', '連接錢包'],
    ['zh-Hant-HK', '連接錢包'],
    ['zh-CN', '连接钱包'],
    ['iw', 'חיבור ארנק'],
  ])('is found for the tag %s as the list finds its language', (lang, label) => {
    expect(labelOf(add({ lang }))).toEqual([label, lang, 'auto'])
  })

  it('is English, and says so, without texts in the page’s language', () => {
    for (const lang of ['en-GB', 'xx', 'plt', 'frr', 'constructor', '__proto__', ''])
      expect(labelOf(add({ lang }))).toEqual(['Connect wallet', 'en', 'auto'])
  })

  it('follows a change of the language, and gives way to the page’s own label', () => {
    const element = add({ lang: 'ar' })
    element.lang = 'ko'
    element.label = ''
    expect(labelOf(element)).toEqual(['지갑 연결', 'ko', 'auto'])
    element.label = 'Go'
    expect(labelOf(element)).toEqual(['Go', 'ko', ''])
  })
})

describe('the first paint', () => {
  it.each<Record<string, string>>([
    {},
    { disabled: '', size: 'large', theme: 'dark' },
    { lang: 'ar' },
    { lang: 'de', label: 'Go <on>' },
  ])('has the nodes that the view takes over: %j', (given) => {
    const element = add(given)
    const painted = wrapperOf(element)
    const nodes = [...element[PARTS].root.querySelectorAll('*')]
    const client = createWalletClient({}, [])
    const props = readPaintedProps(element)
    drawButton({ client, root: element[PARTS].root } as never, { ...props, dir: 'auto' }, 'idle')
    client.dispose()
    expect([...element[PARTS].root.querySelectorAll('*')]).toEqual(nodes)
    expect(painted.textContent).toBe(given.label ?? props.label)
  })

  it('changes the button in place, which stays the same node', () => {
    const element = add()
    const { root } = element[PARTS]
    const button = root.querySelector('button')
    const readSign = () => Reflect.get(root.querySelector('span') ?? {}, 'part')
    show(element, BUSY)
    element[PARTS].paint()
    element.disabled = true
    element.label = 'Wait'
    expect(root.querySelector('button')).toBe(button)
    expect(button?.disabled).toBe(true)
    expect(button?.textContent).toBe('Wait')
    expect(readSign()).toBe('spinner')
    show(element, IDLE, BUSY)
    element.disabled = false
    expect(button?.disabled).toBe(false)
    expect(readSign()).toBe('icon')
  })

  it('keeps room for the account of an earlier visit, and gives it back', () => {
    const element = add()
    const button = element[PARTS].root.querySelector('button') as HTMLButtonElement
    element.storage = createMemoryStorage()
    element.storage.setItem(widthKey(element.store), '12.5')
    show(element, KEPT_ROOM)
    element[PARTS].paint()
    expect([button.style.minWidth, button.textContent, button.ariaLabel]).toEqual(['12.5em', '', 'Wallet'])
    element.storage.setItem(widthKey(element.store), 'damaged')
    element[PARTS].paint()
    expect(button.style.minWidth, 'a usual width').toBe('11em')
    show(element, IDLE, BUSY)
    show(element, IDLE, KEPT_ROOM)
    element[PARTS].paint()
    expect([button.style.minWidth, button.textContent, button.ariaLabel]).toEqual([
      '',
      'Connect wallet',
      null,
    ])
  })

  it('needs no style that has to be fetched', () => {
    expect(BUTTON_SHEET).not.toMatch(/url\(|@import|@font-face/)
  })
})
