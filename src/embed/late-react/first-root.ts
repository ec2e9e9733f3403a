import type { ReactNode } from 'react'
import type { Root } from 'react-dom/client'
import { setTimer } from '../../platform/natives.js'
import { afterPaint, until } from '../../platform/time.js'
import { breakDown, drawFrame, type Frame } from './first-frame.js'
import { fetchDomAhead, loadDom, type ReactDom, readDom } from './load-dom.js'

/** A press that lasts longer is no click, in ms. */
const LONGEST_PRESS = 2_000

/** How often to look whether a press is over, in ms. */
const PRESS_STEP = 16

/**
 * Creates a root that draws its first frame without React's renderer. The frame works: rows have their listeners, and
 * effects run. As soon as something has to change on screen, or the visitor comes near a row, React's renderer loads and
 * takes over the nodes, with all that the components remember. It waits for the end of a press: what is pressed may be a
 * translation's own node, which goes away, and a press on a node that has gone makes no click.
 *
 * While the root is outside of the document, nobody sees it: a frame that no longer fits is drawn again.
 */
export function createFirstRoot(container: Element | DocumentFragment): Root {
  let root: Root | undefined
  let element: ReactNode
  let frame: Frame | undefined
  /** The pointer is a finger or a pen: its click goes to what is there when it leaves. */
  let isTouch = false
  const isFree = () => isTouch || !container.querySelector(':active')

  function show() {
    const earlier = frame?.nodes ?? []
    frame?.end()
    frame = undefined
    const drawn = drawFrame(element, container, earlier, outdate)
    frame = drawn
    if (!drawn) return
    const { signal } = drawn
    container.addEventListener(
      'pointerover',
      (event) => {
        const { target, pointerType } = event as PointerEvent
        isTouch = pointerType !== 'mouse'
        // A failure matters only when React is needed, and nothing has happened yet.
        if ((target as Element).closest?.('button,a,input')) loadDom().then(giveToReact, () => {})
      },
      { signal },
    )
    afterPaint(() => {
      if (signal.aborted) return
      drawn.run(drawn.effects)
      if (container.isConnected) fetchDomAhead()
    })
  }

  function outdate(drawn: Frame) {
    // The frame is not there yet while an effect of its first layout runs.
    if (frame && frame !== drawn) return
    const redraw = () => {
      if (drawn === frame && !container.isConnected) show()
    }
    // It rejects only with what React throws, which the console reports.
    if (container.isConnected) void callReact(drawn)
    else (globalThis.requestIdleCallback ?? setTimer)(redraw, undefined as never)
  }

  /** Loads React's renderer, because something has to be drawn that a first frame cannot show. */
  async function callReact(drawn: Frame) {
    const dom = await loadDom().catch((error) => {
      if (drawn !== frame) return
      frame = undefined
      breakDown(drawn, container, error)
    })
    if (dom) await giveToReact(dom)
  }

  async function giveToReact(dom: ReactDom) {
    await until(isFree, LONGEST_PRESS, PRESS_STEP, frame?.signal)
    if (!frame || !container.isConnected) return
    const drawn = frame
    frame = undefined
    root = dom.takeOver(container, element, drawn)
  }

  return {
    render(given) {
      element = given
      if (root) root.render((readDom() as ReactDom).withBegin(given))
      else show()
    },
    unmount() {
      frame?.end()
      frame = undefined
      if (root) root.unmount()
      else container.replaceChildren()
    },
  }
}
