// @vitest-environment happy-dom
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../../src/client/state.js'
import { ConnectedFace } from '../../../src/view/button/connected-face.js'
import { draw } from '../../../src/view/draw.js'
import { english } from '../../../src/view/i18n/texts.js'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const connection = { account: ACCOUNT, chainId: 'eip155:1', pending: null } as unknown as Connection
const AUTH = { status: 'anonymous', address: null, chainId: null, error: null } as const

const FACES = {
  'an account': {},
  'a name and a picture': {
    connection: { ...connection, name: 'vita.eth', picture: 'https://shop.example/a.png' },
  },
  'a wrong network': { isWrong: true },
  'an open request': { connection: { ...connection, pending: 'sign' as const } },
  'a sign-in': { auth: { ...AUTH, status: 'signing' as const, address: ACCOUNT } },
  'a visitor who is signed in': { auth: { ...AUTH, status: 'signed-in' as const, address: ACCOUNT } },
  'a chain without an icon': { connection: { ...connection, chainId: 'eip155:31337' as const } },
}

const toFace = (patch: object) => (
  <ConnectedFace
    connection={connection}
    networks={[]}
    auth={AUTH}
    isWrong={false}
    isBusy={false}
    texts={english}
    {...patch}
  />
)

let box: HTMLElement
beforeEach(() => {
  box = document.createElement('div')
})

describe('what is drawn without React (U47)', () => {
  it.each(Object.entries(FACES))('has the nodes and attributes that React gives to %s', (_, patch) => {
    const other = document.createElement('div')
    flushSync(() => createRoot(other).render(toFace(patch)))
    draw(toFace(patch), box)
    expect(box.isEqualNode(other)).toBe(true)
  })

  it('has all attributes at once whose name React spells otherwise', () => {
    const other = document.createElement('div')
    const view = (
      <div tabIndex={-1}>
        <input autoComplete="off" inputMode="search" maxLength={9} readOnly />
        <img alt="" src="data:," referrerPolicy="no-referrer" />
        <svg viewBox="0 0 1 1" shapeRendering="crispEdges" />
      </div>
    )
    flushSync(() => createRoot(other).render(view))
    draw(view, box)
    expect(box.isEqualNode(other)).toBe(true)
  })

  it('becomes another face in place, and loses what that has not', () => {
    draw(toFace(FACES['a name and a picture']), box)
    const avatar = box.querySelector('[part=avatar]')
    for (const patch of Object.values(FACES)) {
      draw(toFace(patch), box)
      const fresh = document.createElement('div')
      draw(toFace(patch), fresh)
      expect(box.isEqualNode(fresh)).toBe(true)
    }
    expect(box.querySelector('[part=avatar]')).toBe(avatar)
  })

  it('is taken over by React, node by node', () => {
    draw(toFace({}), box)
    const nodes = [...box.querySelectorAll('*')]
    const mismatches: unknown[] = []
    flushSync(() => hydrateRoot(box, toFace({}), { onRecoverableError: (error) => mismatches.push(error) }))
    expect(mismatches).toEqual([])
    expect([...box.querySelectorAll('*')]).toEqual(nodes)
  })

  it('keeps attributes that others have set, and texts that are the same', () => {
    draw(createElement('p', { title: 'a', hidden: true }, 'Hello'), box)
    const paragraph = box.firstChild as HTMLElement
    const text = paragraph.firstChild
    paragraph.setAttribute('data-extension', '')
    draw(createElement('p', { className: 'b' }, 'Hello'), box)
    expect(box.innerHTML).toBe('<p data-extension="" class="b">Hello</p>')
    expect(paragraph.firstChild).toBe(text)
  })
})

const Rows = ({
  ids,
  headed,
  onPick = () => {},
}: {
  ids: string[]
  headed?: string
  onPick?(id: string): void
}) => (
  <ul>
    {ids.map((id) => (
      <li key={id}>
        {headed === id && <h2>All</h2>}
        <button type="button" onClick={() => onPick(id)}>
          {id}
        </button>
      </li>
    ))}
  </ul>
)

describe('a list that is drawn again without React (HS01)', () => {
  const buttons = () => [...box.querySelectorAll('button')]

  it('keeps the node of each row where rows come before it, and where a row loses its heading', () => {
    draw(<Rows ids={['b', 'd']} headed="b" />, box)
    const before = buttons()
    document.body.append(box)
    before[0]?.focus()
    draw(<Rows ids={['a', 'b', 'c', 'd']} headed="a" />, box)
    expect(buttons().map((node) => node.textContent)).toEqual(['a', 'b', 'c', 'd'])
    expect([buttons()[1], buttons()[3]]).toEqual(before)
    expect(document.activeElement).toBe(before[0])
    expect(box.querySelectorAll('h2')).toHaveLength(1)
    draw(<Rows ids={['d', 'b']} />, box)
    expect(buttons()).toEqual([...before].reverse())
  })

  it('calls the handler that was drawn last, once, and none when React takes over', () => {
    const picked: string[] = []
    const pick = (by: string) => (id: string) => picked.push(by + id)
    draw(<Rows ids={['a']} onPick={pick('first ')} />, box)
    draw(<Rows ids={['a']} onPick={pick('second ')} />, box)
    buttons()[0]?.click()
    draw(<Rows ids={['a']} onPick={pick('third ')} />, box, true)
    buttons()[0]?.click()
    expect(picked).toEqual(['second a'])
  })

  it('leaves a translation where its text is the same, and a region that other code fills, until React takes over (G20)', () => {
    const face = (count: number) => (
      <p>
        <span>one</span>
        <b>{count}</b>
        <i role="status" />
      </p>
    )
    draw(face(1), box)
    const [span, region] = [box.querySelector('span'), box.querySelector('i')]
    span?.replaceChildren(Object.assign(document.createElement('font'), { textContent: 'eins' }))
    region?.append('said')
    draw(face(2), box)
    expect(box.textContent).toBe('eins2said')
    draw(face(2), box, true)
    expect(box.innerHTML).toBe('<p><span>one</span><b>2</b><i role="status"></i></p>')
  })

  it('gives an element that is used again for another one exactly the content of that one', () => {
    draw(<span className="a">text</span>, box)
    draw(<span className="b" />, box)
    expect(box.innerHTML).toBe('<span class="b"></span>')
  })
})
