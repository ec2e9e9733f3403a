import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inPackage } from '../counterparts/package-root.js'

const { readIndex } = (await import(inPackage('site/search/index.mjs'))) as {
  readIndex(json: string): (query: string) => { id: string; page: string }[]
}
const search = readIndex(readFileSync(inPackage('site/.vitepress/dist/search.json'), 'utf8'))

/** What readers type, and the page that answers it. */
const SEARCHES: readonly (readonly [query: string, page: string])[] = [
  // Searches that led to pages for the makers, or to none.
  ['csp', '/content-security-policy'],
  ['wallet_connected', '/reference#event-wallet_connected'],
  ['switchchain', '/reference#method-switchChain'],
  ['get user address', '/reference'],
  ['listen to account change', '/reference#event-wallet_changed'],
  ['how do I change the button text', '/reference#attribute-label'],
  ['siwe', '/sign-in'],
  ['balance', '/reference#attribute-show-balance'],
  ['logout', '/sign-in'],
  ['typescript', '/getting-started'],
  ['change colour', '/styling'],
  ['ens name', '/reference#attribute-names'],
  ['ENS', '/reference'],
  ['log out', '/sign-in'],
  ['color', '/styling'],
  ['types', '/getting-started'],
  ['sign in with ethereum', '/sign-in'],
  // Others of the same kind.
  ['nextjs', '/hosts/next'],
  ['shopify', '/hosts/page-builders'],
  ['dark mode', '/styling'],
  ['session cookie', '/server-stores'],
  ['switch network', '/chains'],
  ['error codes', '/errors'],
  ['screen reader', '/accessibility'],
  ['bundle size', '/comparison'],
  ['gdpr', '/privacy'],
  ['mock wallet', '/testing'],
  ['project id', '/reference#attribute-project-id'],
  ['wagmi', '/provider'],
  ['send transaction', '/recipes'],
  ['which wallets work', '/wallets-tried'],
  ['privy', '/migration/dynamic-privy'],
  ['starknet-react', '/migration/get-starknet'],
  ['threat model', '/threat-model'],
  ['install', '/getting-started'],
  ['redis', '/server-stores'],
  ['usewallet', '/hosts/react'],
  ['ssr', '/hosts/next'],
  ['python', '/server-checks'],
  ['webflow', '/hosts/page-builders#webflow'],
  ['rtl', '/reference'],
  ['get address', '/reference'],
  ['custom wallet', '/add-a-wallet'],
  ['popup blocked', '/errors'],
  ['metamask not detected', '/wallets'],
  ['ledger', '/wallets'],
  ['license', '/readme'],
  ['fake wallet', '/testing'],
  ['infura', '/chains'],
  ['remove email', '/wallets'],
  ['express', '/examples'],
  ['brand color', '/styling'],
  ['session expires', '/server-stores'],
  ['vite', '/hosts/frameworks'],
]

describe('the search of the site', () => {
  it.each(SEARCHES)('finds the right page first: %s (UI16)', (query, page) => {
    expect(search(query)[0]?.id).toBe(page)
  })

  it('leads to addresses that exist', () => {
    const missing = SEARCHES.flatMap(([query]) => search(query))
      .map(({ id }) => id.split('#'))
      .filter(([page = '', anchor]) => {
        const file = page.endsWith('.html') ? page : `${page.replace(/\/$/, '/index')}.html`
        const html = readFileSync(inPackage(`site/.vitepress/dist${file}`), 'utf8')
        return anchor && !html.includes(` id="${anchor}"`)
      })
    expect(missing).toEqual([])
  })

  it('finds words that are half typed or mistyped, and nothing for words that are nowhere', () => {
    expect(search('conten')[0]?.page).toBe('/content-security-policy')
    expect(search('accessibilty')[0]?.page).toBe('/accessibility')
    expect(search('xyzzyqwert')).toEqual([])
  })
})
