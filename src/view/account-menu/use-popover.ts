import { type RefObject, useLayoutEffect, useRef } from 'react'
import { refuseUnmeantClicks } from '../../platform/unmeant-clicks.js'
import type { Edges, Placement } from './place-panel.js'

type Place = (width: number, height: number, view: Edges) => Placement

/**
 * Shows a popover while its component is mounted, and keeps it in place when the page scrolls or changes size.
 *
 * @param place null when a style sheet places it
 * @param opener gets the focus back if the focus is inside at the end
 * @param onHide called when the browser has closed it: Escape, or a press elsewhere
 */
export function usePopover(
  panel: RefObject<HTMLElement | null>,
  place: Place | null,
  opener?: HTMLElement,
  onHide?: () => void,
): void {
  const put = useRef(() => {})
  const hide = useRef(onHide)
  hide.current = onHide
  put.current = () => {
    const node = panel.current as HTMLElement
    const { style } = node
    style.maxHeight = ''
    if (!place) {
      style.left = style.top = ''
      return
    }
    const page = node.ownerDocument
    // A page without a doctype measures the window at its body.
    const { clientWidth: right, clientHeight: bottom } = page.scrollingElement ?? page.documentElement
    // Places are measured in the window's pixels and written in the element's own, which CSS zoom enlarges.
    const { currentCSSZoom: zoom = 1 } = node
    const view = { left: 0, top: 0, right, bottom }
    const placement = place(node.offsetWidth * zoom, node.offsetHeight * zoom, view)
    for (const side of ['left', 'top', 'maxHeight'] as const) style[side] = `${placement[side] / zoom}px`
  }

  useLayoutEffect(() => {
    const node = panel.current as HTMLElement
    const view = node.ownerDocument.defaultView ?? globalThis
    const stop = new AbortController()
    const { signal } = stop
    const giveBack = () => {
      if (node.contains((node.getRootNode() as ShadowRoot).activeElement))
        opener?.focus({ preventScroll: true })
    }
    const onToggle = ({ type, newState }: ToggleEvent) => {
      if (newState === 'open') return
      if (type === 'toggle') hide.current?.()
      else giveBack()
    }
    const onMove = ({ target }: Event) => target !== node && put.current()
    node.showPopover?.()
    refuseUnmeantClicks(node, signal, opener)
    node.addEventListener('beforetoggle', onToggle, { signal })
    node.addEventListener('toggle', onToggle, { signal })
    view.addEventListener('scroll', onMove, { capture: true, passive: true, signal })
    view.addEventListener('resize', onMove, { signal })
    // Balances, names and notes come late, and make the panel higher. A panel whose button the page has moved has no size any
    // more: the browser hides it without an event.
    const grown = new ResizeObserver(() => (node.offsetWidth ? put.current() : hide.current?.()))
    grown.observe(node)
    return () => {
      stop.abort()
      grown.disconnect()
      giveBack()
      if (node.matches(':popover-open')) node.hidePopover()
    }
  }, [panel, opener])
  // The content of the panel may have changed its size.
  useLayoutEffect(() => put.current())
}
