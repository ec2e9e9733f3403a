import { installWallets } from './wallets.js'

/** What the measuring side reads. Times are in ms since the navigation began, except `usable`. */
export interface Probe {
  /** The time of the first frame with the button. The page has nothing else to paint. */
  readonly painted: Promise<number>
  /** When the list can be used, in ms since the click, and since the navigation. */
  readonly usable: Promise<{ sinceClick: number; sinceStart: number }>
  /** Clicks the button by script, without a pointer. */
  click(): void
  /** The middle of the button. */
  middle(): { x: number; y: number }
  /** The middle of the list's first row. */
  firstRow(): { x: number; y: number }
  /** What the wallets were asked, in order. */
  asked(): readonly string[]
  /** The names in the list. */
  names(): string[]
  /** Closes the list with its own button, or as its page would. */
  close(): void
  /** The longest task since the click, in ms; tasks below 50 ms count as none. */
  longestTask(): number
}

declare global {
  interface Window {
    probe: Probe
    /** Set before this script: the page clicks its own button the moment it is painted. */
    clickAtOnce?: boolean
    /** Set before this script: how many wallets announce themselves. */
    walletCount?: number
  }
}

const TAGS = 'wallet-connect-button,floor-button'

const button = () =>
  document.querySelector(TAGS)?.shadowRoot?.querySelector<HTMLElement>('[part=button]') as HTMLElement

const rows = () => {
  const host = document.querySelector('wallet-connect-modal') ?? document.querySelector(TAGS)
  return [...(host?.shadowRoot?.querySelectorAll<HTMLElement>('[part=wallet]') ?? [])]
}

const middleOf = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2, isDrawn: width > 0 && height > 0 }
}

/** Multiplies the opacities from an element outwards, through shadow roots. */
function opacityOf(element: Element): number {
  let opacity = 1
  let node: Node | null = element
  for (; node; node = node.parentNode ?? (node as ShadowRoot).host ?? null)
    if (node instanceof Element) opacity *= Number(getComputedStyle(node).opacity)
  return opacity
}

/** The element that a pointer would hit, through shadow roots. */
function topmostAt(x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y)
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y)
    if (!inner || inner === hit) break
    hit = inner
  }
  return hit
}

function isUsable(row: Element): boolean {
  const { x, y, isDrawn } = middleOf(row)
  return isDrawn && opacityOf(row) >= 0.9 && row.contains(topmostAt(x, y))
}

const painted = new Promise<number>((resolve) => {
  new PerformanceObserver((list) => {
    const entry = list.getEntriesByName('first-contentful-paint')[0]
    if (!entry) return
    resolve(entry.startTime)
    if (window.clickAtOnce) button().click()
  }).observe({ type: 'paint', buffered: true })
})

/** Checks after each frame whether the frame has shown a usable row. */
const usable = new Promise<{ sinceClick: number; sinceStart: number }>((resolve) => {
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const { port1, port2 } = new MessageChannel()
      let row: Element | undefined
      const nextFrame = () =>
        requestAnimationFrame(() => {
          // Only a row that exists now is in this frame. Without a row no message is sent: it may arrive late, after the frame
          // that shows the list, and only a later frame would be checked.
          row = rows()[0]
          if (row) port2.postMessage(null)
          else nextFrame()
        })
      port1.onmessage = () => {
        if (!row || !isUsable(row)) return nextFrame()
        const sinceStart = performance.now()
        resolve({ sinceClick: sinceStart - timeStamp, sinceStart })
        port1.close()
      }
      nextFrame()
    },
    { capture: true, once: true },
  )
})

let clickedAt = Number.POSITIVE_INFINITY
addEventListener(
  'click',
  ({ timeStamp }) => {
    clickedAt = timeStamp
  },
  { capture: true, once: true },
)
const tasks: PerformanceEntry[] = []
new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' })

window.probe = {
  painted,
  usable,
  click: () => button().click(),
  middle: () => middleOf(button()),
  firstRow: () => middleOf(rows()[0] as HTMLElement),
  asked: () => asked,
  names: () => rows().map(({ innerText }) => innerText.trim()),
  close: () =>
    rows()[0]?.closest('dialog')?.querySelector<HTMLElement>('[part=header] button, header button')?.click(),
  longestTask: () =>
    Math.max(
      0,
      ...tasks
        .filter(({ startTime, duration }) => startTime + duration > clickedAt)
        .map(({ duration }) => duration),
    ),
}
const asked = installWallets(window.walletCount ?? 3)
