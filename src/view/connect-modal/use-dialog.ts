import { type RefObject, useLayoutEffect, useRef } from 'react'
import { HANDOVER } from '../handover.js'
import { openDialog } from './dialog-lifetime.js'
import type { HostOptions, ModalHost } from './options.js'

/** Shows the dialog of a modal as soon as it is drawn, with the focus at its beginning, unless it is drawn out of sight. */
export function useDialog(host: ModalHost, options: HostOptions): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  const { isHidden } = options
  useLayoutEffect(() => {
    if (isHidden) return
    const node = dialog.current as HTMLDialogElement
    // During a handover the dialog is open, unless React has drawn another.
    if (options.dialog !== node) {
      options.dialog = node
      // Before the dialog is shown, which focuses this element then: a later focus would need another layout.
      const first = node.querySelector<HTMLElement>('.wallet') ?? node.querySelector('h1')
      if (first) first.autofocus = true
      options.end?.(true)
      options.end = openDialog(node, host, options, HANDOVER.isUnderWay)
      // An engine may not know `autofocus` in a dialog.
      if (!first?.matches(':focus')) first?.focus({ preventScroll: true })
    }
    return () => {
      if (HANDOVER.isUnderWay) return
      options.end?.()
      options.end = undefined
      options.dialog = undefined
    }
  }, [host, options, isHidden])
  return dialog
}
