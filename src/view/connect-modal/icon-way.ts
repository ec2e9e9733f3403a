import { ticks } from '../../platform/natives.js'

/** A wallet's view that comes later than this has nothing to do with the click any more, in ms. */
const MEANT = 3_000

/** How long the list takes to fade out, and what is new to appear, in ms. */
export const FADE = 120

/** Where the chosen wallet's icon was, in px of the window, and when. */
interface Start {
  x: number
  y: number
  width: number
  at: number
  /** The list as it was. */
  list: { show(place: HTMLElement): Element }
}

const starts = new WeakMap<ShadowRoot, Start>()
const known = new WeakSet<ShadowRoot>()

const toCentre = ({ left, top, width, height }: DOMRect) => ({
  x: left + width / 2,
  y: top + height / 2,
  width,
})

/** Takes a picture of the list. Nothing can reach it or find anything in it. */
function takePicture(root: ShadowRoot, body: HTMLElement): Start['list'] {
  const { offsetTop: top, offsetHeight: height, scrollTop } = body
  const picture = root.ownerDocument.createElement('div')
  picture.inert = true
  picture.ariaHidden = 'true'
  const inside = picture.attachShadow({ mode: 'closed' })
  inside.adoptedStyleSheets = [...root.adoptedStyleSheets]
  const copy = body.cloneNode(true) as HTMLElement
  // The sheets take every inherited value from a host.
  const { color, colorScheme, font } = getComputedStyle(body)
  Object.assign(copy.style, { color, colorScheme, font })
  inside.append(copy)
  return {
    show(place) {
      place.style.top = `${top}px`
      place.style.height = `${height}px`
      place.replaceChildren(picture)
      copy.scrollTop = scrollTop
      return picture
    },
  }
}

/** Remembers where the icon of the row is that the visitor chooses, and how the list looks. */
export function watchChoice(root: ShadowRoot): void {
  if (known.has(root)) return
  known.add(root)
  const remember = ({ target }: Event) => {
    const icon = (target as Element).closest('.wallet')?.querySelector('.icon')
    const body = icon?.closest<HTMLElement>('.body')
    if (!icon || !body) return
    const list = takePicture(root, body)
    starts.set(root, { ...toCentre(icon.getBoundingClientRect()), at: ticks(), list })
  }
  root.addEventListener('click', remember, true)
}

/**
 * Lets the chosen wallet's icon travel from its row to its place in the view that has just been drawn, while the list fades
 * out. Nothing waits for it.
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
  const past = card.querySelector<HTMLElement>('.past')
  if (past) {
    const picture = start.list.show(past)
    const remove = () => picture.remove()
    past.animate({ opacity: [1, 0] }, { duration: FADE, easing: 'ease-out' }).finished.then(remove, remove)
  }
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
