import type { Attempt, WalletState } from '../../src/client/state.js'
import type { ClientEvents } from '../../src/client/wallet-client.js'
import type { ButtonProps } from '../../src/element/view-contract.js'
import { WalletError, type WalletErrorCode } from '../../src/exports/client.js'
import type { ClientAnswers } from './client.js'
import {
  attempt,
  auth,
  CHOICES,
  choice,
  connected,
  connection,
  drawIcon,
  INSTALLS,
  SEVERAL,
  SIXTY,
} from './data.js'

/** One state of the view, as the gallery shows it. */
export interface GalleryState extends ClientAnswers {
  /** The client's state, where it differs from an idle page's. */
  state?: Partial<WalletState>
  /** The button's attributes. */
  props?: Partial<ButtonProps>
  /** The page signs its visitors in. */
  signsIn?: true
  /** Shows the account menu. */
  menu?: true
  /** What to press, one after the other, as a visitor would: keys of menu rows, or CSS selectors in the modal. */
  press?: readonly string[]
  /** The text in the list's search field. */
  search?: string
  /** The page has a phone's user agent. */
  phone?: true
  /** The page names its terms and its privacy statement. */
  terms?: true
}

const balance = (value: bigint, symbol: string) => ({ value, decimals: 18, symbol, formatted: '' })
const ETHER = 10n ** 18n
const ETH = balance((1_234_567n * ETHER) / 100_000n, 'ETH')
const STRK = balance(1_234_567_890n * (ETHER / 1_000n), 'STRK')
const NAME = { name: 'marina.eth', picture: drawIcon(3).light }
const EXPLORED = [{ chainId: 'eip155:1', blockExplorerUrls: ['https://explorer.example'] }]
const sent = (digit: string, status: ClientEvents['transaction']['status']) =>
  ({ transactionHash: `0x${digit.repeat(64)}`, chainId: 'eip155:1', status }) as const
const modal = (state: Partial<WalletState>): GalleryState => ({
  state: { open: true, phase: 'choosing', status: 'connecting', ...state },
})
const failed = (code: WalletErrorCode): GalleryState =>
  modal({ phase: 'failed', attempt: attempt(), error: new WalletError(code) })
const pairing = (place: number, age: number, given: Partial<Attempt> = {}): GalleryState =>
  modal({
    phase: 'pairing',
    attempt: attempt(place, age, {
      uri: `wc:${'7f6e504bfad60b485450578e05678ed3'.repeat(2)}@2?relay-protocol=irn&symKey=${'587d5484ce2a2a6e'.repeat(4)}`,
      uriExpiresAt: Date.now() + 300_000 - age,
      ...given,
    }),
  })
const signing = (status: Parameters<typeof auth>[0]): GalleryState => ({
  state: { ...connected(connection()), open: true, auth: auth(status) },
  signsIn: true,
})

/** Calls itself an image, and is none. */
const BROKEN = 'data:image/png;base64,AAAA'

/** The link from the list to the view where wallets can be installed. */
const FOOT = '.foot .plain'

/** Codes that visitors can meet, one for each kind of sentence. */
const FAILURES: readonly WalletErrorCode[] = [
  'user_rejected',
  'wallet_locked',
  'wallet_timeout',
  'popup_blocked',
  'popup_sandboxed',
  'relay_unreachable',
  'chain_mismatch',
  'request_pending',
  'config_invalid',
  'asset_integrity',
  'wallet_failed',
  'not_found',
]

const buttons: Record<string, GalleryState> = {
  button: {},
  'button-small': { props: { size: 'small' } },
  'button-large': { props: { size: 'large' } },
  'button-disabled': { props: { disabled: true } },
  'button-connecting': { state: { status: 'connecting', phase: 'opening', attempt: attempt() } },
  'button-failed': { props: { failed: true } },
  connected: { state: connected(connection()) },
  'connected-balance': {
    state: connected(connection()),
    props: { showBalance: true },
    balances: { '': ETH },
  },
  'connected-fortune': {
    state: connected(connection()),
    props: { showBalance: true },
    balances: { '': balance(98_765_432_109n * ETHER, 'ETH') },
  },
  'connected-no-balance': { state: connected(connection()), props: { showBalance: true } },
  'connected-name': {
    state: connected(connection(NAME)),
    props: { showBalance: true },
    balances: { '': ETH },
  },
  'connected-long-name': {
    state: connected(connection({ name: 'a-name-as-long-as-they-get.of-somebody-with-patience.eth' })),
    props: { showBalance: true },
    balances: { '': ETH },
  },
  'connected-starknet': { state: connected(connection({ namespace: 'starknet' })) },
  'connected-wrong': { state: connected(connection({ chainId: 'eip155:100' })) },
  'connected-pending': { state: connected(connection({ pending: 'sign' })) },
  'connected-signed': {
    state: { ...connected(connection()), auth: auth({ status: 'signed-in' }) },
    signsIn: true,
  },
}

const menus: Record<string, GalleryState> = {
  menu: {
    state: connected(connection()),
    menu: true,
    balances: { '': ETH },
    networks: EXPLORED,
    transactions: [sent('e', 'sent')],
  },
  'menu-transactions': {
    state: connected(connection()),
    menu: true,
    press: ['transactions'],
    balances: { '': ETH },
    networks: EXPLORED,
    transactions: [sent('9', 'accepted'), sent('c', 'reverted'), sent('3', 'accepted'), sent('e', 'sent')],
  },
  'menu-starknet': {
    state: connected(connection({ namespace: 'starknet' })),
    menu: true,
    balances: { STRK, ETH },
  },
  'menu-name': {
    state: connected(connection(NAME)),
    menu: true,
    balances: { '': ETH },
    networks: EXPLORED,
  },
  'menu-both': {
    state: connected(connection(), connection({ namespace: 'starknet' })),
    menu: true,
    balances: { '': ETH },
  },
  'menu-accounts': { state: connected(SEVERAL), menu: true, press: ['accounts'] },
  'menu-networks': { state: connected(connection()), menu: true, press: ['network'] },
  'menu-wrong': { state: connected(connection({ chainId: 'eip155:100' })), menu: true },
  'menu-signed': {
    state: { ...connected(connection()), auth: auth({ status: 'signed-in' }) },
    menu: true,
    signsIn: true,
  },
  'menu-no-updates': { state: connected(connection({ liveUpdates: false })), menu: true, signsIn: true },
}

const modals: Record<string, GalleryState> = {
  list: modal({}),
  'list-one': modal({ choices: CHOICES.slice(0, 1) }),
  'list-sixty': modal({ choices: SIXTY }),
  'list-new': modal({ choices: [...CHOICES.slice(4), ...INSTALLS] }),
  'list-install': modal({ choices: INSTALLS }),
  'list-empty': modal({ choices: [] }),
  'list-connected': modal({ ...connected(connection()), choices: CHOICES }),
  'list-last': modal({
    choices: CHOICES.map((one) => (one.name === 'Meadow' ? { ...one, lastUsed: true } : one)),
  }),
  'list-long': modal({
    choices: [
      choice(0, { name: 'Wallet '.repeat(9).trim() }),
      choice(1, { name: 'W'.repeat(64) }),
      ...CHOICES,
    ],
  }),
  'list-foreign': modal({
    choices: [
      choice(0, { name: `\u202e${'N'.repeat(10_000)}`, subtitle: 'n'.repeat(10_000) }),
      choice(1, { name: 'No image', icon: { light: BROKEN, dark: BROKEN } }),
      choice(2, {
        name: 'No address',
        namespace: 'starknet',
        availability: 'install',
        download: 'javascript:alert(1)',
        group: 3,
      }),
    ],
  }),
  'list-terms': { ...modal({}), terms: true },
  'list-search': { ...modal({ choices: SIXTY }), search: '2' },
  'list-no-match': { ...modal({ choices: SIXTY }), search: 'No such wallet' },
  'get-wallet': { ...modal({}), press: [FOOT] },
  'get-on-phone': { ...modal({}), press: [FOOT, '.offers button'] },
  'phone-list': { ...modal({ choices: CHOICES.slice(4) }), phone: true },
  'phone-list-all': {
    ...modal({ choices: CHOICES.slice(4) }),
    phone: true,
    press: ['[data-row=all] .wallet'],
  },
  'phone-list-page': { ...modal({ choices: CHOICES.slice(5) }), phone: true },
  'phone-get': { ...modal({ choices: CHOICES.slice(4) }), phone: true, press: [FOOT] },
  'phone-apps': { ...pairing(4, 2_000), phone: true },
  'phone-code': { ...pairing(4, 2_000), phone: true, press: ['.actions button:nth-child(2)'] },
  'phone-silent': { ...pairing(4, 20_000, { isSilent: true }), phone: true },
  'phone-app': { ...pairing(4, 2_000), phone: true, press: ['[data-app=ledger]'] },
  opening: modal({ phase: 'opening', attempt: attempt() }),
  waiting: modal({ phase: 'awaiting', attempt: attempt() }),
  'waiting-long': modal({ phase: 'awaiting', attempt: attempt(0, 20_000) }),
  'waiting-name': modal({ phase: 'awaiting', attempt: attempt(0, 2_000, { name: 'W'.repeat(64) }) }),
  'waiting-email': modal({ phase: 'awaiting', attempt: attempt(6) }),
  'waiting-window': modal({ phase: 'awaiting', attempt: attempt(5) }),
  'code-coming': modal({ phase: 'opening', attempt: attempt(4) }),
  code: pairing(4, 2_000),
  'code-ending': pairing(4, 275_000),
  'code-no-relay': pairing(4, 2_000, { isRelayDown: true }),
  'code-silent': pairing(4, 20_000, { isSilent: true }),
  ...Object.fromEntries(FAILURES.map((code) => [`failed-${code}`, failed(code)])),
  'sign-in': signing({ status: 'signing' }),
  'sign-in-blocked': signing({ status: 'blocked' }),
  verifying: signing({ status: 'verifying' }),
  'signed-in': signing({ status: 'signed-in' }),
  'sign-in-refused': signing({ status: 'anonymous', error: new WalletError('user_rejected') }),
  'sign-in-failed': signing({ status: 'anonymous', error: new WalletError('signature_invalid') }),
}

/** Every state of every view, by its name in the gallery's address. */
export const STATES: Readonly<Record<string, GalleryState>> = { ...buttons, ...menus, ...modals }
