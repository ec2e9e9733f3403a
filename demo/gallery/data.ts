import { ANONYMOUS, type Auth } from '../../src/client/sign-in-state.js'
import type { Attempt, Choice, Connection, WalletState } from '../../src/client/state.js'
import type { ChainId } from '../../src/protocol/caip2.js'

/** The icon of an invented wallet: a sign on a coloured ground. */
const toIcon = (ground: string, shape: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${ground}"/><path d="${shape}" fill="#fff"/></svg>`,
  )}`

const SHAPES = [
  'M16 6l9 10-9 10-9-10z',
  'M8 20a8 8 0 0 1 16 0z',
  'M8 9h16v4H8zm0 6h16v4H8zm0 6h10v3H8z',
  'M16 7a9 9 0 1 0 9 9h-4a5 5 0 1 1-5-5z',
  'M7 23l6-14h6l6 14h-5l-4-9-4 9z',
]
const GROUNDS = ['#e8710a', '#5b5bd6', '#0b6e4f', '#b0183d', '#1264a3', '#6f4e37']

/** The icon for a place in a list. */
export function drawIcon(place: number): { light: string; dark: string } {
  const icon = toIcon(GROUNDS[place % GROUNDS.length] as string, SHAPES[place % SHAPES.length] as string)
  return { light: icon, dark: icon }
}

/** A row of the list, with the fields that most rows have. */
export function choice(place: number, given: Partial<Choice> & { name: string }): Choice {
  return {
    id: given.name.toLowerCase().replace(/\W+/g, '-'),
    icon: drawIcon(place),
    namespace: 'eip155',
    availability: 'ready',
    download: null,
    canConnectViaQrCode: false,
    kind: (['installed', 'phone', 'hosted', 'install'] as const)[given.group ?? 0] ?? 'install',
    group: 0,
    ...given,
  }
}

const STORE = 'https://store.example/wallet'

/** The rows for a visitor with a few extensions, on a page that offers everything. */
export const CHOICES: readonly Choice[] = [
  choice(0, { name: 'Amber Wallet' }),
  choice(1, { name: 'Harbour' }),
  choice(2, { name: 'Meadow', namespace: 'starknet' }),
  choice(3, { name: 'Northlight', namespace: 'starknet', subtitle: 'Formerly Polaris' }),
  choice(4, { id: 'walletConnect', name: 'WalletConnect', canConnectViaQrCode: true, group: 1 }),
  choice(5, { id: 'coinbase', name: 'Coinbase Wallet', group: 2 }),
  choice(6, { id: 'argentWebWallet', name: 'Web Wallet', namespace: 'starknet', group: 2 }),
]

/** The rows for a visitor without any wallet. */
export const INSTALLS: readonly Choice[] = [
  ['io.metamask', 'MetaMask'],
  ['io.rabby', 'Rabby Wallet'],
  ['me.rainbow', 'Rainbow'],
  ['braavos', 'Braavos'],
  ['keplr', 'Keplr'],
].map(([id = '', name = ''], place) =>
  choice(place, {
    id,
    name,
    availability: 'install',
    download: STORE,
    icon: { light: '', dark: '' },
    namespace: place > 2 ? 'starknet' : 'eip155',
    group: 3,
  }),
)

/** Sixty extensions, the most that the list draws. */
export const SIXTY: readonly Choice[] = Array.from({ length: 60 }, (_, place) =>
  choice(place, { name: `Wallet ${String.fromCharCode(65 + (place % 26))}${place}` }),
)

/** An account in each namespace, known from test networks. */
export const EVM_ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SECOND_ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const THIRD_ACCOUNT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const STARKNET_ACCOUNT = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691'

/** A connected wallet. */
export function connection(given: Partial<Connection> = {}): Connection {
  const { namespace = 'eip155' } = given
  const isEvm = namespace === 'eip155'
  const account = given.account ?? (isEvm ? EVM_ACCOUNT : STARKNET_ACCOUNT)
  const chainId: ChainId = given.chainId ?? (isEvm ? 'eip155:1' : 'starknet:SN_MAIN')
  const name = isEvm ? 'Amber Wallet' : 'Meadow'
  const icon = drawIcon(isEvm ? 0 : 2)
  return {
    walletId: isEvm ? 'amber-wallet' : 'meadow',
    namespace,
    account,
    accounts: [account],
    chainId,
    switchedNetwork: false,
    liveUpdates: true,
    pending: null,
    wallet: {
      id: name,
      name,
      icon: icon.light,
      version: '1.0.0',
      host: '',
      isConnected: true,
      selectedAddress: account,
      account,
      provider: null as never,
      chainId,
    },
    connector: {
      id: name,
      key: name,
      name,
      icon,
      downloads: {},
      supportedChains: isEvm ? ['EVM'] : ['STARK'],
      connectedChain: isEvm ? 'EVM' : 'STARK',
      canConnectViaQrCode: false,
      canConnectViaCustodialService: false,
      activeAccount: account,
      chainId,
      switchedNetwork: false,
    },
    ...given,
  } as Connection
}

/** A wallet that shares three accounts. */
export const SEVERAL = connection({ accounts: [EVM_ACCOUNT, SECOND_ACCOUNT, THIRD_ACCOUNT] })

/** The sign-in state of the connected account. */
export const auth = (given: Partial<Auth>): Auth => ({
  ...ANONYMOUS,
  address: EVM_ACCOUNT,
  chainId: 'eip155:1',
  ...given,
})

/** An attempt with the wallet at a place in {@link CHOICES}. @param age ms since it began */
export function attempt(place = 0, age = 2_000, given: Partial<Attempt> = {}): Attempt {
  const { id, name, icon, namespace } = CHOICES[place] as Choice
  return {
    walletId: id,
    name,
    icon,
    namespace,
    startedAt: Date.now() - age,
    since: performance.now() - age,
    uri: null,
    uriExpiresAt: null,
    ...given,
  }
}

/** A page without a connection. */
export const IDLE: WalletState = {
  status: 'idle',
  phase: 'ready',
  open: false,
  choices: CHOICES,
  attempt: null,
  error: null,
  connections: [],
  active: null,
  account: null,
  chainId: null,
  wallet: null,
  auth: ANONYMOUS,
  chains: ['eip155:1', 'eip155:8453', 'eip155:42161', 'eip155:137', 'starknet:SN_MAIN'],
  appName: 'Tidewater',
}

/** The state with these wallets connected; the first is active. */
export const connected = (...connections: readonly Connection[]): Partial<WalletState> => ({
  status: 'connected',
  connections,
  active: connections[0]?.namespace ?? null,
  account: connections[0]?.account ?? null,
  chainId: connections[0]?.chainId ?? null,
  wallet: connections[0]?.wallet ?? null,
})
