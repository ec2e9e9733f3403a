// @vitest-environment happy-dom
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { paint } from '../../../src/element/face/button-paint.js'
import { describeButton } from '../../../src/element/face/button-parts.js'
import { BUTTON_SHEET } from '../../../src/element/face/button-sheet.js'
import type { ButtonProps } from '../../../src/element/view-contract.js'
import { toReact } from '../../../src/view/react-tree.js'

const props: ButtonProps = {
  ownLabel: '',
  tag: 'en',
  label: 'Connect <wallet>',
  size: 'medium',
  disabled: false,
  theme: 'system',
  lang: 'en',
  dir: 'ltr',
  showBalance: false,
  look: '',
  busy: false,
}

describe('the description of the button', () => {
  it.each([
    {},
    { busy: true },
    { disabled: true, size: 'large', theme: 'dark' },
    { lang: 'ar', dir: 'rtl', label: 'ربط المحفظة' },
  ] satisfies Partial<ButtonProps>[])('gives the first paint and React the same markup: %j', (given) => {
    const tree = describeButton({ ...props, ...given })
    const root = document.createElement('div')
    paint(tree, root)
    const drawn = document.createElement('div')
    drawn.innerHTML = renderToStaticMarkup(createElement('div', null, toReact(tree))).slice(5, -6)
    expect(root.innerHTML).toBe(drawn.innerHTML)
  })

  it('changes the button in place, which stays the same node', () => {
    const root = document.createElement('div')
    paint(describeButton(props), root)
    const button = root.querySelector('button')
    paint(describeButton({ ...props, busy: true, disabled: true, label: 'Wait' }), root)
    expect(root.querySelector('button')).toBe(button)
    expect(button?.disabled).toBe(true)
    expect(button?.textContent).toBe('Wait')
    expect(root.querySelector('[part=spinner]')).not.toBeNull()
    paint(describeButton(props), root)
    expect(button?.disabled).toBe(false)
    expect(root.querySelectorAll('[part=icon],[part=spinner]')).toHaveLength(1)
  })

  it('tells assistive technology what the button opens', () => {
    const root = document.createElement('div')
    paint(describeButton({ ...props, expanded: 'true' }), root)
    expect(root.querySelector('button')?.getAttribute('aria-haspopup')).toBe('dialog')
    expect(root.querySelector('button')?.getAttribute('aria-expanded')).toBe('true')
  })

  it('needs no style that has to be fetched', () => {
    expect(BUTTON_SHEET).not.toMatch(/url\(|@import|@font-face/)
  })
})
