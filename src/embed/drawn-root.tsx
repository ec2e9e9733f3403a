import type { ReactElement } from 'react'
import type { Root } from 'react-dom/client'
import { until } from '../platform/time.js'
import { Frame } from '../view/connect-modal/frame.js'
import { readModel } from '../view/connect-modal/model.js'
import { draw } from '../view/draw.js'
import { RENDERER, type Renderer } from './load-renderer.js'

/** A press that lasts longer is no click, in ms. */
const LONGEST_PRESS = 2_000

/** How often to look whether a press is over, in ms. */
const PRESS_STEP = 16

/**
 * Creates the root of a modal that is drawn by DOM calls, from its model. As soon as the visitor comes near a control, by
 * pointer or by key, React's renderer loads and takes over the nodes. It waits for the end of a press: what is
 * pressed may be a translation's own node, which goes away, and a press on a node that has gone makes no click. If the
 * renderer cannot be loaded, the drawing goes on.
 */
export function createDrawnRoot(container: ShadowRoot): Root {
  const { host } = container
  const model = readModel(host)
  const life = new AbortController()
  const { signal } = life
  let element: ReactElement | undefined
  let root: Root | undefined
  /** The pointer is a finger or a pen: its click goes to what is there when it leaves. */
  let isTouch = false
  const isFree = () => isTouch || !container.querySelector(':active')

  function show(isLast = false) {
    try {
      // Without options the host is not ours, and stays empty.
      if (model) draw(<Frame {...model.get()} />, container, isLast)
      if (!isLast) model?.painted(() => RENDERER.value ?? RENDERER.fetchAhead())
    } catch (error) {
      model?.fail(error)
    }
  }

  async function callReact() {
    const renderer = await RENDERER.load().catch(() => {
      // The console has reported the failure, and the visitor's next move tries again.
    })
    if (!renderer || signal.aborted || !host.isConnected) return
    await until(isFree, LONGEST_PRESS, PRESS_STEP, signal)
    // A view after the list has said its sentence, and would say it again. The next move tries again.
    if (!signal.aborted && host.isConnected && model?.get().list) takeOver(renderer)
  }

  function takeOver(renderer: Renderer) {
    life.abort()
    stop?.()
    show(true)
    root = renderer.takeOver(container, element as ReactElement)
  }

  const stop = model?.subscribe(() => show())
  const comeNear = (event: Event) => {
    const { type, target } = event
    if (type === 'pointerover') isTouch = (event as PointerEvent).pointerType !== 'mouse'
    if ((target as Element).closest?.('button,a,input')) void callReact()
  }
  for (const type of ['pointerover', 'keydown', 'input'])
    container.addEventListener(type, comeNear, { signal })
  return {
    render(given) {
      const isFirst = !element
      element = given as ReactElement
      if (root) root.render(given)
      // From then on the model says when.
      else if (isFirst) show()
    },
    unmount() {
      life.abort()
      stop?.()
      if (root) return root.unmount()
      container.replaceChildren()
    },
  }
}
