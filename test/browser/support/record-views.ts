import type { Page } from 'playwright-core'

/** What a visitor saw of the list and of a wallet's frame, frame by frame, without repetitions. */
export interface Seen {
  /** The heading of the view in the dialog, or `list` while wallets can be chosen; empty when there is no dialog. */
  view: string
  /** Whether the frame of a wallet is on top. */
  hasFrame: boolean
}

declare global {
  interface Document {
    viewsSeen: Seen[]
  }
}

/** Begins to record what is on screen at each frame. */
export const recordViews = (page: Page): Promise<void> =>
  page.evaluate(() => {
    // Not on the window, which a test watches for new names.
    document.viewsSeen = []
    const look = () => {
      const root = document.querySelector('wallet-connect-modal')?.shadowRoot
      const isShown = (node: Element) => node.checkVisibility({ visibilityProperty: true })
      const hasRows = [...(root?.querySelectorAll('[part=wallet]') ?? [])].some(isShown)
      const heading = [...(root?.querySelectorAll('h2, h3, [role=heading]') ?? [])].filter(isShown).at(-1)
      const view = hasRows ? 'list' : (heading?.textContent ?? '')
      const hasFrame = !!document.querySelector('[data-wcb-frame]')?.shadowRoot?.querySelector('dialog[open]')
      const last = document.viewsSeen.at(-1)
      if (last?.view !== view || last.hasFrame !== hasFrame) document.viewsSeen.push({ view, hasFrame })
      requestAnimationFrame(look)
    }
    look()
  })

/** What has been seen so far. */
export const readViews = (page: Page): Promise<Seen[]> => page.evaluate(() => document.viewsSeen)
