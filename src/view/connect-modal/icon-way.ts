import { ticks } from '../../platform/natives.js'

/** A wallet's view that comes later than this has nothing to do with the click any more, in ms. */
const MEANT = 3_000

/** Where the chosen wallet's icon was, in px of the window, and when. */
interface Start {
  x: number
  y: number
  width: number
  at: number
}

const starts = new WeakMap<ShadowRoot, Start>()
const known = new WeakSet<ShadowRoot>()

const toCentre = ({ left, top, width, height }: DOMRect) => ({
  x: left + width / 2,
  y: top + height / 2,
  width,
})

/** Remembers where the icon of the row is that the visitor chooses. */
export function watchChoice(root: ShadowRoot): void {
  if (known.has(root)) return
  known.add(root)
  const remember = ({ target }: Event) => {
    const icon = (target as Element).closest('.wallet')?.querySelector('.icon')
    if (icon) starts.set(root, { ...toCentre(icon.getBoundingClientRect()), at: ticks() })
  }
  root.addEventListener('click', remember, true)
}

/**
 * Lets the chosen wallet's icon travel from its row to its place in the view that has just been drawn. Nothing waits for it.
 * A document has only one view transition at a time, and that is the page's own: so the icon itself moves.
 *
 * @param moved how far the card starts above its place, in px: the icon moves with it
 * @param timing that of the card
 * @returns whether an icon travels
 */
export function moveIcon(card: HTMLElement, moved: number, timing: KeyframeAnimationOptions): boolean {
  const root = card.getRootNode() as ShadowRoot
  const start = starts.get(root)
  starts.delete(root)
  const icon = card.querySelector('.halo > .icon, .seal > .icon')
  if (!start || !icon?.animate || ticks() - start.at > MEANT) return false
  const { x, y, width } = toCentre(icon.getBoundingClientRect())
  icon.animate(
    {
      transform: [
        `translate(${start.x - x}px, ${start.y - y - moved}px) scale(${start.width / width})`,
        'none',
      ],
    },
    timing,
  )
  return true
}
