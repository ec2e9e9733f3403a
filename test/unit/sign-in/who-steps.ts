import { pass } from '../../counterparts/tabs.js'
import { ALICE, BOB } from '../client/fixture.js'
import { FATES, METHODS } from './who-server.js'
import type { World } from './who-world.js'

const CAROL = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const DAVE = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
export const WALLETS = [
  ['Alpha', [ALICE, BOB]],
  ['Beta', [CAROL, DAVE]],
] as const
/** The first two are stores of one page; the third is in another tab, and has the records of the first. */
export const NAMES = ['one', 'two', 'three']

type Store = World['stores'][number]
type Act = (world: World) => unknown

/** Connects as an element does: with `sign-in="on-connect"` the signature is the last step. */
const connect = (store: Store, walletId: string) =>
  store.call(`connect ${walletId}`, async () => {
    const { wallet } = await store.client.connect({ walletId })
    if (wallet) await store.follow(store.link.complete())
  })

/** Signs out. The session that the store shows is over when the call has worked. */
const signOut = (store: Store, { server, broken, at }: World) =>
  store.call('signOut', async () => {
    const { session } = server
    const isShown = session && store.auth.address === session.address && store.auth.status === 'signed-in'
    await store.link.signOut()
    if (isShown && server.session === session) broken.push(`${store.name} has signed out, and is signed in`)
    if (at(store).some(({ known }) => known !== null))
      broken.push('a page has signed out, and shows somebody')
  })

const OF_STORES: Record<string, (store: Store, world: World) => unknown> = {
  'connects Alpha': (store) => connect(store, 'Alpha'),
  'connects Beta': (store) => connect(store, 'Beta'),
  disconnects: (store) => store.call('disconnect', () => store.client.disconnect()),
  'signs in': (store) => store.call('signIn', () => store.follow(store.link.signIn())),
  completes: (store) => store.call('complete', () => store.follow(store.link.complete())),
  cancels: ({ tab, link }) => tab.run(() => link.cancel()),
  'signs out': signOut,
}

const OF_TABS: Record<string, (store: Store, world: World) => unknown> = {
  'is hidden': ({ tab }) => tab.show(false),
  'is shown': ({ tab }) => tab.show(true),
  'is loaded again': (store, world) => world.reload(store),
  'signs in on connect, or no longer': (store, world) => {
    const mode = store.element.mode === 'off' ? 'on-connect' : 'off'
    for (const { element, link, tab } of world.at(store)) {
      element.mode = mode
      tab.run(() => link.update())
      tab.run(() => link.prepare())
    }
  },
}

const OF_WALLETS: Record<string, (wallet: World['wallets'][number], world: World) => unknown> = {
  'uses its other account': (wallet, { stores }) => {
    const [first, second] = wallet.accounts
    wallet.account = wallet.account === first ? second : first
    for (const { tab, connectors } of stores)
      for (const { connector, tell } of connectors)
        if (connector.id === wallet.id)
          tab.run(() => tell({ type: 'change', account: wallet.account, accounts: [wallet.account] }))
  },
  'disconnects itself': (wallet, { stores }) => {
    for (const { tab, connectors } of stores)
      for (const { connector, tell } of connectors)
        if (connector.id === wallet.id) tab.run(() => tell({ type: 'disconnect' }))
  },
  'waits with the next signature': (wallet) => {
    wallet.waits = true
  },
  'signs what waits': ({ prompts }) => prompts[0]?.sign(),
  'refuses what waits': ({ prompts }) => prompts[0]?.refuse(),
}

const OF_SERVER: Record<string, Act> = {
  ...Object.fromEntries(
    METHODS.flatMap((method) =>
      FATES.map((fate): [string, Act] => [
        `the next ${method} is ${fate}`,
        ({ server }) => void server.fates.set(method, fate),
      ]),
    ),
  ),
  'the server answers what it holds': ({ server }) => server.held.shift()?.(),
  'the server answers the last that it holds': ({ server }) => server.held.pop()?.(),
  'the server forgets its session': ({ server }) => {
    server.session = null
    server.isSound = false
  },
  ...Object.fromEntries(
    [null, ALICE, CAROL].map((address): [string, Act] => [
      `another tab signs in ${address}`,
      (world) => {
        world.server.session = address ? { address, chainId: 'eip155:1', isExcused: true } : null
        world.tellAll()
      },
    ]),
  ),
  'the server is away': ({ server }) => {
    for (const method of METHODS) server.fates.set(method, 'lost')
  },
  'five seconds pass': () => pass(5_000),
  'a minute passes': () => pass(61_000),
}

const entries = <T>(
  acts: Record<string, (one: T, world: World) => unknown>,
  names: string[],
  find: (world: World, at: number) => T,
) =>
  names.flatMap((name, at) =>
    Object.entries(acts).map(([what, act]): [string, Act] => [
      `${name} ${what}`,
      (world) => act(find(world, at), world),
    ]),
  )
const storeAt = ({ stores }: World, at: number) => stores[at] as Store
/** What can happen, by what does it. */
export const ACTS = {
  stores: entries(OF_STORES, NAMES, storeAt),
  tabs: entries(OF_TABS, ['the first tab', 'the second tab'], (world, at) => storeAt(world, at * 2)),
  wallets: entries(
    OF_WALLETS,
    WALLETS.map(([name]) => name),
    ({ wallets }, at) => wallets[at] as World['wallets'][number],
  ),
  server: Object.entries(OF_SERVER),
}
/** All of it, by its sentence. */
export const STEPS: Record<string, Act> = Object.fromEntries(Object.values(ACTS).flat())
