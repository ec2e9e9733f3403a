import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Choice, WalletState } from '../../../../src/client/state.js'
import type { WalletClient } from '../../../../src/client/wallet-client.js'
import { createList } from '../../../../src/view/connect-modal/list.js'
import type { ViewProps } from '../../../../src/view/connect-modal/view-props.js'
import { english as views } from '../../../../src/view/connect-modal/views-english.js'
import { WalletList } from '../../../../src/view/connect-modal/wallet-list.js'
import { english } from '../../../../src/view/i18n/texts.js'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='

const choice = (given: Partial<Choice> = {}): Choice => ({
  id: given.name ?? 'one',
  name: 'One',
  icon: { light: '', dark: '' },
  namespace: 'eip155',
  availability: 'ready',
  download: null,
  canConnectViaQrCode: false,
  kind: given.availability === 'install' ? 'install' : 'installed',
  group: given.availability === 'install' ? 3 : 0,
  ...given,
})

const read = (
  choices: Choice[],
  state: Partial<WalletState> = {},
  theme: 'dark' | 'light' | 'system' = 'system',
  wallets: readonly string[] = [],
): ViewProps => {
  const props = {
    client: { getConfig: () => ({ wallets }) } as unknown as WalletClient,
    state: { choices, chains: [], connections: [], phase: 'choosing', attempt: null, ...state },
    texts: english,
    theme,
    options: {},
    place: { view: 'list' },
    parts: {},
    go: () => {},
  } as unknown as ViewProps
  const list = createList(
    () => null,
    () => {},
  )
  return { ...props, list: list.read(props) }
}

const draw = (...given: Parameters<typeof read>) => renderToStaticMarkup(<WalletList {...read(...given)} />)

describe('the list of wallets', () => {
  it('draws twelve rows of a thousand in the first frame (K03)', () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => choice({ id: `w${at}` }))
    expect(draw(rows).match(/part="wallet"/g)).toHaveLength(12)
  })

  it('shows foreign names as isolated text, never as markup (A07)', () => {
    const html = draw([choice({ name: '<img src=x onerror=alert(1)>', subtitle: '<b>x</b>' })])
    expect(html).not.toMatch(/<img|<b>/)
    expect(html).toContain('<bdi translate="no">&lt;img')
    expect(html).toContain('<bdi>&lt;b&gt;')
  })

  it.each([
    'javascript:alert(1)',
    'https://example.test/icon.png',
    'data:text/html,<script>alert(1)</script>',
    '<svg onload="alert(1)">',
    '//example.test/icon.png',
    'data:image/png',
    '',
    null,
    { light: PIXEL },
  ])('draws a letter instead of the icon %j (A08)', (icon) => {
    const html = draw([choice({ icon: { light: icon, dark: icon } as never })])
    expect(html).not.toContain('<img')
    expect(html).toContain('<span>O</span>')
  })

  it('draws an image that is a data URI, and the image for the theme', () => {
    const dark = PIXEL.replace('gif', 'png')
    const icon = { light: PIXEL, dark }
    expect(draw([choice({ icon })], {}, 'light')).toMatch(/<img loading="lazy" src="data:image\/gif/)
    expect(draw([choice({ icon })], {}, 'dark')).toMatch(/<img loading="lazy" src="data:image\/png/)
    expect(draw([choice({ icon })])).toMatch(
      /<picture><source media="\(prefers-color-scheme: dark\)" srcSet="data:image\/png[^>]+><img loading="lazy" src="data:image\/gif/,
    )
  })

  it('links to a wallet that is not installed in a new tab that learns nothing about this page (D27)', () => {
    const html = draw([choice({ name: 'Braavos', availability: 'install', download: 'https://shop.test/b' })])
    expect(html).toContain('href="https://shop.test/b" target="_blank" rel="noopener noreferrer"')
    expect(html.replace(/<[^>]+>/g, '')).toContain('Install Braavos')
    expect(html.split('</ul>')[0]).not.toContain('<button')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '/path', null])('never links to %j', (download) => {
    expect(draw([choice({ availability: 'install', download })])).not.toContain('href')
  })

  it('marks wallets that share an identity, and hides neither (A06)', () => {
    const html = draw([
      choice({ id: '1', note: 'shared-identity' }),
      choice({ id: '2', note: 'shared-uuid' }),
    ])
    expect(html.split(english.sharedIdentity)).toHaveLength(3)
  })

  it('names the namespace of a wallet only when two rows would look alike (U18)', () => {
    expect(draw([choice(), choice({ id: '2', name: 'Two', namespace: 'starknet' })])).not.toMatch(
      /EVM|Starknet/,
    )
    const html = draw([choice(), choice({ id: '2', namespace: 'starknet' })])
    expect(html).toContain('EVM')
    expect(html).toContain('Starknet')
  })

  it('explains what a wallet is when there is none', () => {
    expect(draw([])).toContain(views.noWalletHint)
    expect(draw([choice({ availability: 'install', download: 'https://shop.test/b' })])).toContain(
      views.noWallet,
    )
    expect(draw([choice()])).not.toContain(views.noWallet)
  })

  it('is for a newcomer while no wallet is installed, used or connected, and one can connect without', () => {
    const isNew = (...given: Parameters<typeof read>) => read(...given).list?.isNew
    const phone = choice({ id: '2', name: 'Two', kind: 'phone', group: 1 })
    const connections = [{ walletId: '2' }] as unknown as WalletState['connections']
    expect(isNew([phone])).toBe(true)
    expect(isNew([phone, choice()])).toBe(false)
    expect(isNew([{ ...phone, lastUsed: true }])).toBe(false)
    expect(isNew([phone], { connections })).toBe(false)
    // The text about the missing wallet says it already.
    expect(isNew([])).toBe(false)
    expect(isNew([choice({ availability: 'install', download: 'https://shop.test/b' })])).toBe(false)
  })

  it('has quiet headings for two groups, and none for one group', () => {
    const phone = choice({ id: '2', name: 'Two', kind: 'phone', group: 1 })
    expect(draw([choice()])).not.toContain('<h2')
    const html = draw([choice(), phone])
    expect(html.indexOf(english.installed)).toBeLessThan(html.indexOf('One'))
    expect(html.indexOf(english.onPhone)).toBeGreaterThan(html.indexOf('One'))
    const mixed = [phone, choice({ group: 2 }), choice({ ...phone, id: '3', group: 3 })]
    expect(draw(mixed, {}, 'system', ['2', 'one', '3'])).not.toContain('<h2')
  })

  it('says the group of a row, where groups have headings (UI07)', () => {
    const phone = choice({ id: '2', name: 'Two', kind: 'phone', group: 1 })
    expect(draw([choice()])).not.toContain('role="group"')
    for (const name of [english.installed, english.onPhone])
      expect(draw([choice(), phone])).toContain(`role="group" aria-label="${name}"`)
  })

  it('has the last used wallet first and marked, and keeps the page’s own order', () => {
    const rows = [choice(), choice({ id: '2', name: 'Two', kind: 'phone', group: 1, lastUsed: true })]
    const order = (html: string) => [...html.matchAll(/<bdi translate="no">([^<]+)/g)].map(([, name]) => name)
    expect(order(draw(rows))).toEqual(['Two', 'One'])
    expect(draw(rows)).toContain(`aria-description="${english.lastUsed}"`)
    expect(order(draw(rows, {}, 'system', ['one', '2']))).toEqual(['One', 'Two'])
  })

  it('marks the connected wallet (U18)', () => {
    const html = draw([choice({ id: '1' }), choice({ id: '2', name: 'Two' })], {
      connections: [{ walletId: '2' }] as unknown as WalletState['connections'],
    })
    expect(html.match(/class="mark"/g)).toHaveLength(1)
    expect(html.split('<li')[2]).toContain(english.connected)
  })

  it('offers to install only when no wallet of that namespace is installed (U18)', () => {
    const install = choice({
      id: 'b',
      name: 'Beta',
      availability: 'install',
      download: 'https://shop.test/b',
    })
    expect(draw([choice(), install])).not.toContain('Beta')
    expect(draw([choice({ namespace: 'starknet' }), install])).toContain('Beta')
  })

  it('has a search field from eight wallets on, and is then one stop of the Tab key (U22)', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at) => choice({ id: `w${at}`, name: `Wallet ${at}` }))
    expect(draw(rows(7))).not.toMatch(/type="search"|tabindex="-1"/)
    const html = draw(rows(8))
    expect(html).toContain('type="search"')
    expect(html.match(/tabindex="0"/g)).toHaveLength(1)
  })

  it('names the e-mail wallet and a renamed wallet as visitors know them', () => {
    const html = draw([
      choice({ id: 'argentX', name: 'Ready Wallet (formerly Argent)' }),
      choice({ id: 'argentWebWallet', name: 'Web Wallet' }),
    ])
    expect(html).toContain('<bdi translate="no">Ready</bdi>')
    expect(html).toContain('<bdi>formerly Argent</bdi>')
    expect(html).toContain('<bdi translate="no">Email</bdi>')
  })

  it('shows a spinner in the row that is being connected, and in no other', () => {
    const html = draw([choice({ id: '1' }), choice({ id: '2' })], {
      phase: 'opening',
      attempt: { walletId: '2' } as WalletState['attempt'],
    })
    expect(html.match(/class="spinner"/g)).toHaveLength(1)
    expect(html.split('<li')[2]).toContain('aria-busy="true"')
  })

  it('has no style attribute, because a strict policy would drop it (G01)', () => {
    expect(
      draw([choice(), choice({ id: '2', availability: 'install', download: 'https://a.test' })]),
    ).not.toContain('style=')
  })
})
