import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Edges, Placement } from './place-panel.js'

type Place = (width: number, height: number, view: Edges) => Placement

/** Puts a popover on screen while its component is there, and keeps it in place as the page scrolls or changes size. */
export function usePopover(panel: RefObject<HTMLElement | null>, place: Place, onHide?: () => void): void {
  const put = useRef(() => {})
  const hide = useRef(onHide)
  hide.current = onHide
  put.current = () => {
    const node = panel.current
    if (!node) return
    const { style } = node
    style.maxHeight = ''
    const { clientWidth: right, clientHeight: bottom } = node.ownerDocument.documentElement
    const { left, top, maxHeight } = place(node.offsetWidth, node.offsetHeight, {
      left: 0,
      top: 0,
      right,
      bottom,
    })
    style.left = `${left}px`
    style.top = `${top}px`
    style.maxHeight = `${maxHeight}px`
  }

  useLayoutEffect(() => {
    const node = panel.current as HTMLElement
    const view = node.ownerDocument.defaultView ?? window
    const onToggle = (event: Event) => (event as ToggleEvent).newState === 'closed' && hide.current?.()
    const onMove = (event: Event) => node.contains(event.target as Node) || put.current()
    node.showPopover?.()
    node.addEventListener('toggle', onToggle)
    view.addEventListener('scroll', onMove, { capture: true, passive: true })
    const onResize = () => put.current()
    view.addEventListener('resize', onResize)
    return () => {
      node.removeEventListener('toggle', onToggle)
      view.removeEventListener('scroll', onMove, { capture: true })
      view.removeEventListener('resize', onResize)
      if (node.matches(':popover-open')) node.hidePopover()
    }
  }, [panel])
  // What is in the panel may have changed its size.
  useLayoutEffect(() => put.current())
}
