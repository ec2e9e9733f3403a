import { matchesMedia } from '../../platform/environment.js'
import { ticks } from '../../platform/natives.js'
import { SHEET } from './steady-rows.js'

/** A sheet that is let go so far below its place is closed, in px. */
const LET_GO = 120

/** So is one that was moved faster than this, in px per ms, and at least {@link SLIGHT}. */
const THROWN = 0.5

/** A finger that moves less does not mean the sheet, in px. */
const SLIGHT = 16

const known = new WeakSet<ShadowRoot>()

/** Lets a phone's sheet follow the finger that holds its header. Let go far below, or thrown down, it is closed. */
export function followFinger(root: ShadowRoot): void {
  if (known.has(root)) return
  known.add(root)
  root.addEventListener('pointerdown', (event) => {
    const { target, pointerId, pointerType, clientY } = event as PointerEvent
    const header = (target as Element).closest('.header')
    if (!header || pointerType !== 'touch' || innerWidth > SHEET || (target as Element).closest('button'))
      return
    const card = header.parentElement as HTMLElement
    const since = ticks()
    const held = new AbortController()
    let way = 0
    header.setPointerCapture(pointerId)
    const move = (moved: Event) => {
      way = Math.max(0, (moved as PointerEvent).clientY - clientY)
      card.style.translate = `0 ${way}px`
    }
    const drop = ({ type }: Event) => {
      held.abort()
      const isThrown = way > SLIGHT && way / (ticks() - since) > THROWN
      if (type === 'pointerup' && (way > LET_GO || isThrown))
        card.closest('dialog')?.dispatchEvent(new CustomEvent('cancel'))
      card.style.translate = ''
      if (!matchesMedia('(prefers-reduced-motion)'))
        card.animate({ translate: [`0 ${way}px`, '0 0'] }, { duration: 160, easing: 'ease-out' })
    }
    const { signal } = held
    header.addEventListener('pointermove', move, { signal })
    for (const end of ['pointerup', 'pointercancel']) header.addEventListener(end, drop, { signal })
  })
}
