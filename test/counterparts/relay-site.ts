import { STRICT_POLICY } from '../../demo/pages.js'
import { inPackage } from './package-root.js'
import { type PageServer, startPageServer } from './servers.js'

/** A site with a button for phone wallets. */
export interface RelaySite {
  readonly server: PageServer
  /** Adds a page, under the strict policy by default. @returns its address */
  page(path: string, attributes: Readonly<Record<string, string>>, policy?: string | null): string
  stop(): Promise<void>
}

/** 32 hex digits, like real project ids. */
export const PROJECT_ID = '0123456789abcdef0123456789abcdef'

/**
 * Records the element's events on `window.heard`, and their last times on `window.heardAt`, before the page's own
 * scripts run.
 */
export function hearEvents(): void {
  const heard: [string, unknown][] = []
  const heardAt: Record<string, number> = {}
  Object.assign(window, { heard, heardAt })
  const names = ['connecting', 'connected', 'changed', 'disconnected', 'error', 'modal_closed']
  for (const name of names) {
    document.addEventListener(`wallet_${name}`, (event) => {
      const { error: _, ...detail } = (event as CustomEvent).detail
      heard.push([name, detail])
      heardAt[name] = performance.now()
    })
  }
}

const toAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Starts the site. @throws Error when the package is not built */
export async function startRelaySite(): Promise<RelaySite> {
  const server = await startPageServer({ folders: { '/dist/': inPackage('dist') } })
  return {
    server,
    page(path, attributes, policy = STRICT_POLICY) {
      const { networks, ...rest } = attributes
      const all = { 'app-name': 'Test shop', 'project-id': PROJECT_ID, ...rest }
      const words = Object.entries(all).map(([name, value]) => `${name}="${toAttribute(value)}"`)
      const child = networks ? `<script type="application/json">${networks}</script>` : ''
      const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title><script src="/dist/embed.js" defer></script><body><wallet-connect-button ${words.join(' ')}>${child}</wallet-connect-button></body></html>`
      return server.page(path, html, policy === null ? {} : { csp: policy })
    },
    stop: () => server.stop(),
  }
}
