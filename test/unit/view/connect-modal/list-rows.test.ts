import { afterEach, describe, expect, it, vi } from 'vitest'
import { toRows } from '../../../../src/client/list-rows.js'
import type { Choice } from '../../../../src/client/state.js'
import { listMobileWallets } from '../../../../src/connectors/relay/mobile-links.js'
import { MOBILE_NAMES } from '../../../../src/connectors/relay/mobile-names.js'
import { readWords, toTiles } from '../../../../src/view/connect-modal/list-rows.js'
import { readFailure } from '../../../../src/view/failure/sentences.js'
import { english } from '../../../../src/view/i18n/texts.js'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36'
const BOTH = ['eip155:1', 'starknet:SN_MAIN'] as const

const choice = (given: Partial<Choice> & { id: string }): Choice => ({
  name: given.id,
  icon: { light: '', dark: '' },
  namespace: 'eip155',
  availability: 'ready',
  download: null,
  canConnectViaQrCode: false,
  kind: 'installed',
  group: 0,
  ...given,
})
const email = choice({ id: 'argentWebWallet', namespace: 'starknet', kind: 'hosted', group: 2 })
const relay = choice({ id: 'walletConnect', name: 'WalletConnect', kind: 'phone', group: 1 })
const mobile = choice({ id: 'argentMobile', namespace: 'starknet', kind: 'phone', group: 1 })
const install = choice({
  id: 'io.metamask',
  kind: 'install',
  availability: 'install',
  group: 3,
  download: 'https://metamask.app.link/dapp/',
})

describe('the list on a phone (U05)', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([IPHONE, ANDROID])(
    'begins with the phone’s apps, and the relay’s own row is the last of them: %s',
    (userAgent) => {
      vi.stubGlobal('navigator', { userAgent })
      const rows = toRows([relay, mobile, email], BOTH, [], [])
      expect(rows.map(({ app, id }) => app ?? id)).toEqual([
        ...[
          'metamask',
          'trust',
          'rainbow',
          'okx',
          'ready',
          'braavos',
          'keplr',
          'zerion',
          'uniswap',
          'ledger',
        ],
        'walletConnect',
        'argentMobile',
        'argentWebWallet',
      ])
      expect(rows[0]).toMatchObject({ walletId: 'walletConnect', availability: 'ready' })
      const last = rows.find(({ id }) => id === 'walletConnect')
      expect(readWords(last as never, english)).toEqual({ title: 'Other wallet', subtitle: 'WalletConnect' })
    },
  )

  it.each([IPHONE, ANDROID])(
    'without a project id has the apps that open the page, and no extension shop: %s',
    (userAgent) => {
      vi.stubGlobal('navigator', { userAgent })
      const rows = toRows([email, install], BOTH, [], [])
      expect(rows.map(({ app, id }) => app ?? id)).toEqual([
        'metamask',
        'braavos',
        'keplr',
        'argentWebWallet',
      ])
      expect(rows.slice(0, 3).every(({ availability }) => availability === 'install')).toBe(true)
      expect(JSON.stringify(rows)).not.toMatch(/chromewebstore|addons/)
      expect(toRows([install], ['eip155:1'], [], []).map(({ app }) => app)).toEqual(['metamask'])
    },
  )

  it('shows the best known apps as two lines of tiles, the last of which leads to all (UI13)', () => {
    vi.stubGlobal('navigator', { userAgent: IPHONE })
    const tiles = (choices: Choice[], chains: readonly ('eip155:1' | 'starknet:SN_MAIN')[]) =>
      toTiles(toRows(choices, chains, [], [])).map(({ app, id }) => app ?? id)
    const all = [relay, mobile, email]
    const evm = ['metamask', 'trust', 'rainbow', 'okx']
    const starknet = ['ready', 'braavos', 'keplr']
    expect(tiles(all, BOTH)).toEqual([...evm, ...starknet, 'all', 'argentWebWallet'])
    expect(tiles(all, [...BOTH].reverse())).toEqual([...starknet, ...evm, 'all', 'argentWebWallet'])
    // Eight fit: the last of them is the relay's own row.
    expect(tiles([relay], ['eip155:1'])).toEqual([...evm, 'zerion', 'uniswap', 'ledger', 'walletConnect'])
  })

  it('has only the wallets that the page names', () => {
    vi.stubGlobal('navigator', { userAgent: IPHONE })
    const ids = (choices: Choice[], wallets: string[]) =>
      toRows(choices, BOTH, wallets, []).map(({ app, id }) => app ?? id)
    expect(ids([email], ['argentWebWallet'])).toEqual(['argentWebWallet'])
    expect(ids([], ['starknet'])).toEqual(['braavos', 'keplr'])
    expect(ids([relay], ['walletConnect'])).toContain('rainbow')
    expect(ids([relay], ['walletConnect'])).not.toContain('keplr')
  })

  it('has the same apps in its names and in the links that load later', () => {
    const listed = (['eip155', 'starknet'] as const).flatMap(listMobileWallets)
    expect(listed.map(({ id }) => id)).toEqual(MOBILE_NAMES.map(({ id }) => id))
    for (const { takes, native, universal, browser } of listed) {
      expect(!!(native || universal)).toBe(takes !== 'page')
      expect(!!browser).toBe(takes !== 'pair')
    }
  })

  it('on a desktop equals the client’s choices', () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' })
    expect(toRows([relay, mobile, email, install], BOTH, [], []).map(({ id }) => id)).toEqual([
      'walletConnect',
      'argentMobile',
      'argentWebWallet',
      'io.metamask',
    ])
  })
})

describe('the name of a wallet in the list', () => {
  it('is the same for the e-mail wallet in every view, and closing its window is no failure (U14)', () => {
    expect(readWords({ id: 'argentWebWallet', name: 'Web Wallet' }, english).title).toBe('Email')
    expect(readFailure({ code: 'popup_closed' })).toEqual({ failure: 'windowClosed', isChoice: true })
  })

  it('has the old name as its subtitle after a renaming', () => {
    const words = (name: string) => readWords({ id: 'x', name }, english)
    expect(words('Ready Wallet (formerly Argent)')).toEqual({ title: 'Ready', subtitle: 'formerly Argent' })
    expect(words('Ready Mobile (formerly Argent)').title).toBe('Ready Mobile')
    expect(words('MetaMask')).toEqual({ title: 'MetaMask', subtitle: undefined })
  })

  it('does not say in our words what another wallet claims to have been (BR03)', () => {
    const name = 'Evil (formerly MetaMask)'
    expect(readWords({ id: 'x', name }, english)).toEqual({ title: name, subtitle: undefined })
  })
})
