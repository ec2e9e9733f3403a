/** How long a modal takes to disappear, in ms. */
const DURATION = 120

/**
 * Fades the modal out after it was closed: a picture of it fades, which nothing can reach. The modal itself, the focus
 * and the page are free at once.
 */
export function playExit(host: HTMLElement): void {
  const dialog = host.shadowRoot?.querySelector('dialog')
  if (!dialog?.animate || !dialog.getClientRects().length || matchMedia('(prefers-reduced-motion)').matches)
    return
  const picture = document.createElement('div')
  picture.inert = true
  picture.ariaHidden = 'true'
  picture.style.cssText = host.style.cssText
  const root = picture.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [...(host.shadowRoot as ShadowRoot).adoptedStyleSheets]
  // The copy is no dialog, because Escape would close it.
  const copy = document.createElement('div')
  for (const { name, value } of dialog.attributes) copy.setAttribute(name, value)
  copy.classList.add('leaving')
  copy.append(...[...dialog.childNodes].map((node) => node.cloneNode(true)))
  root.append(copy)
  host.after(picture)
  const [from, to] = [dialog, copy].map((node) => node.querySelector('.body'))
  if (from && to) to.scrollTop = from.scrollTop
  const motion = copy.animate(
    { opacity: [1, 0] },
    { duration: DURATION, easing: 'ease-out', fill: 'forwards' },
  )
  const remove = () => picture.remove()
  motion.finished.then(remove, remove)
}
