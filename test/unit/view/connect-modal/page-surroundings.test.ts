// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"handleDisabledFileLoadingAsSuccess":true}}
import { afterEach, describe, expect, it } from 'vitest'
import { findContainer } from '../../../../src/view/connect-modal/find-container.js'
import { loadFont } from '../../../../src/view/connect-modal/font.js'

const make = (html: string): HTMLElement => {
  const box = document.createElement('div')
  box.innerHTML = html
  document.body.append(box)
  return box.querySelector('#opener') as HTMLElement
}

afterEach(() => {
  document.body.replaceChildren()
  document.head.replaceChildren()
})

describe('the container of the modal', () => {
  it.each([
    ['<div role="dialog" id="c"><p><b id="opener"></b></p></div>'],
    ['<div role="alertdialog" id="c"><b id="opener"></b></div>'],
    ['<div aria-modal="true" id="c"><b id="opener"></b></div>'],
    ['<dialog open id="c"><b id="opener"></b></dialog>'],
    ['<div role="alertdialog"><div data-headlessui-state="open" id="c"><b id="opener"></b></div></div>'],
    ['<div role="dialog"><div role="dialog" id="c"><b id="opener"></b></div></div>'],
  ])('is the nearest dialog-like ancestor of the opener: %s', (html) => {
    expect(findContainer(make(html)).id).toBe('c')
  })

  it('is found through a shadow root and through a slot', () => {
    const host = make('<div role="dialog" id="c"><div id="opener"></div></div>')
    const inner = document.createElement('button')
    host.attachShadow({ mode: 'open' }).append(inner)
    expect(findContainer(inner).id).toBe('c')
  })

  it('is no dialog that is inert, itself or by an ancestor outside of the opener’s shadow root', () => {
    const host = make('<p inert><b id="opener"></b></p>')
    const root = host.attachShadow({ mode: 'open' })
    root.innerHTML = '<div role="dialog"><i></i></div>'
    expect(findContainer(root.querySelector('i'))).toBe(document.body)
    const html = '<div role="dialog" id="c"><div role="dialog" inert><b id="opener"></b></div></div>'
    host.remove()
    expect(findContainer(make(html)).id).toBe('c')
  })

  it('is the body when there is no such ancestor, or no opener', () => {
    expect(findContainer(make('<p><b id="opener"></b></p>'))).toBe(document.body)
    expect(findContainer(null)).toBe(document.body)
  })
})

describe('the font of the page', () => {
  const links = () => [...document.querySelectorAll('link')].map((link) => link.href)

  it('is added to the document, once (G22)', () => {
    loadFont(document, 'https://fonts.test/css?family=Inter')
    loadFont(document, 'https://fonts.test/css?family=Inter')
    expect(links()).toEqual(['https://fonts.test/css?family=Inter'])
  })

  it.each(['', 'javascript:alert(1)', 'data:text/css,*{}', 'http://', 'blob:x'])(
    'is not changed for %j',
    (href) => {
      loadFont(document, href)
      expect(links()).toEqual([])
    },
  )
})
