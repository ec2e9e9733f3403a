import { createRequire } from 'node:module'
import { join } from 'node:path'
import type SignClient from '@walletconnect/sign-client'
import { type Hex, recoverMessageAddress } from 'viem'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { first, useRelay } from '../chain/relay/bench.js'
import type { RelayPage } from '../chain/relay/page.js'
import { openSignInPage } from '../chain/relay/sign-in-page.js'
import type { Phone, PhoneOptions } from '../counterparts/relay-phone.js'
import { signing } from '../counterparts/relay-phone-sign-in.js'
import { installBeside } from './pack.js'

/** What wallets on phones are made of, older and newer than the client of the lockfile; the last releases under Apache-2.0 at most. */
const PACKAGES = {
  'sign-client-2.11.0': 'npm:@walletconnect/sign-client@2.11.0',
  'sign-client-2.17.1': 'npm:@walletconnect/sign-client@2.17.1',
  'sign-client-2.19.2': 'npm:@walletconnect/sign-client@2.19.2',
}
const KIT = '@reown/walletkit@1.2.10'

type Client = PhoneOptions['Client'] & object
type PhoneClient = InstanceType<typeof SignClient>

const bench = useRelay()
const loaded: Record<string, Partial<PhoneOptions>> = {}

/** WalletKit under the names of the client below it, so that one phone can be made of either. */
function asClient({ WalletKit, Core }: { WalletKit: any; Core: any }): Client {
  return {
    async init({ metadata, signConfig, ...options }: any) {
      const kit = await WalletKit.init({ core: new Core(options), metadata, signConfig })
      return {
        core: kit.core,
        session: kit.engine.signClient.session,
        on: kit.on,
        once: kit.once,
        pair: kit.pair,
        async approve(answer: object) {
          const session = await kit.approveSession(answer)
          return { topic: session.topic, acknowledged: async () => session }
        },
        reject: kit.rejectSession,
        respond: kit.respondSessionRequest,
        emit: kit.emitSessionEvent,
        update: kit.updateSession,
        extend: kit.extendSession,
        disconnect: kit.disconnectSession,
        formatAuthMessage: kit.formatAuthMessage,
        approveSessionAuthenticate: kit.approveSessionAuthenticate,
        rejectSessionAuthenticate: kit.rejectSessionAuthenticate,
      } as never as PhoneClient
    },
  } as Client
}

beforeAll(() => {
  const folder = installBeside(
    'phone-wallets',
    KIT,
    ...Object.entries(PACKAGES).map(([alias, source]) => `${alias}@${source}`),
  )
  const load = createRequire(join(folder, 'package.json'))
  for (const alias of Object.keys(PACKAGES)) loaded[alias] = { Client: load(alias).SignClient }
  const { buildApprovedNamespaces } = load('@walletconnect/utils')
  loaded[KIT] = {
    Client: asClient({ ...load('@reown/walletkit'), ...load('@walletconnect/core') }),
    grant: (proposal) =>
      buildApprovedNamespaces({
        proposal,
        supportedNamespaces: {
          eip155: {
            chains: ['eip155:31337', 'eip155:10'],
            methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'],
            events: ['accountsChanged', 'chainChanged'],
            accounts: [`eip155:31337:${first}`, `eip155:10:${first}`],
          },
        },
      }),
  }
}, 240_000)

const state = (page: RelayPage) => page.client.getState()
/** Connects, and waits for both ends: a page may be connected before its wallet has heard so. */
async function pair(page: RelayPage, phone: Phone) {
  const connecting = page.client.connect({ walletId: 'walletConnect' })
  await Promise.all([connecting, phone.pair(await page.nextUri())])
}
async function connectTo(phone: Phone): Promise<RelayPage> {
  const page = await bench.openPage()
  await pair(page, phone)
  return page
}
const stored = (page: RelayPage) => page.storage.keys?.()

describe.each([...Object.keys(PACKAGES), KIT])('a phone made of %s', (name) => {
  it('connects, signs, refuses, and its updates and its extension are acknowledged and followed (EW04, EW05, EW11)', async () => {
    let allows = true
    const phone = await bench.startApp({ ...loaded[name], answersAtOnce: true, onRequest: () => allows })
    const page = await connectTo(phone)
    const signature = (await page.client.signMessage('Tea')) as Hex
    expect(await recoverMessageAddress({ message: 'Tea', signature })).toBe(first)
    allows = false
    await expect(page.client.signMessage('Tea')).rejects.toMatchObject({ code: 'user_rejected' })
    allows = true

    const [session] = phone.sessions
    const { eip155 } = session?.namespaces as never as { eip155: { methods: string[]; events: string[] } }
    const both = ['eip155:31337', 'eip155:10']
    let approved = both
    // The older client takes back no chain.
    const fewer = name.includes('2.11') ? [] : [both.slice(1), both, both.slice(0, 1)]
    for (const chains of [...fewer, [...both].reverse(), both]) {
      const chain = chains[0] as string
      const move = () => phone.emit('chainChanged', Number(chain.slice(7)), chain)
      // A wallet may only name chains that it has approved.
      if (approved.includes(chain)) await move()
      await phone.update({
        eip155: { ...eip155, chains, accounts: chains.map((one) => `${one}:${first}`) },
      })
      if (!approved.includes(chain)) await move()
      approved = chains
      await vi.waitFor(() => expect([...state(page).chains].sort()).toEqual([...chains].sort()))
      await vi.waitFor(() => expect(state(page).chainId).toBe(chains[0]))
    }

    const expiry = () =>
      JSON.parse(page.storage.getItem('wc@2:client:0.3:wcb-evm//session') as string)[0].expiry as number
    const before = expiry()
    const clock = Date.now
    const later = vi.spyOn(Date, 'now').mockImplementation(() => clock() + 60_000)
    await phone.extend()
    later.mockRestore()
    await vi.waitFor(() => expect(expiry()).toBeGreaterThanOrEqual(before + 50))
    await page.client.disconnect()
  })

  it('hears of a disconnect after a reload, also from a page that was closed while the relay was away (EW03)', async () => {
    const phone = await bench.startApp({ ...loaded[name] })
    const before = await connectTo(phone)
    before.client.dispose()
    const page = await bench.openPage({}, before.storage)
    await page.client.restore()
    const gone = phone.untilDeleted()
    await page.client.disconnect()
    await gone
    await vi.waitFor(() => expect(stored(page)).toEqual([]))

    await pair(page, phone)
    const goneAgain = phone.untilDeleted()
    await bench.relay.stop()
    await page.client.disconnect()
    page.client.dispose()
    expect(stored(page)).toEqual(['wcb.1:default:ended'])
    await bench.relay.start()
    const next = await bench.openPage({}, page.storage)
    await next.client.restore()
    await goneAgain
    await vi.waitFor(() => expect(stored(next)).toEqual([]))
  })

  it('ends the session itself', async () => {
    const phone = await bench.startApp({ ...loaded[name] })
    const page = await connectTo(phone)
    await phone.disconnect()
    await vi.waitFor(() => expect(state(page).status).toBe('idle'))
    expect(page.events.at(-1)).toMatchObject(['disconnected', { reason: 'wallet' }])
    expect(stored(page)).toEqual([])
  })
})

/** Connects and signs in. Resolves with how often the phone's person was asked. */
async function countPrompts(options: Partial<PhoneOptions>, isSilent = false): Promise<number> {
  let prompts = 0
  const count = () => {
    prompts += 1
    return true
  }
  const phone = await bench.startApp({
    ...options,
    onProposal: count,
    onRequest: count,
    ...(options.signIn && !isSilent && { signIn: signing({ onAsked: count }) }),
  })
  const page = await openSignInPage(bench)
  const { uri } = await page.showCode()
  phone.pair(uri).catch(() => {})
  if (isSilent) {
    await vi.waitFor(() => expect(state(page).attempt?.isSilent).toBe(true), { timeout: 20_000 })
    const next = page.nextUri()
    page.client.goOn()
    phone.pair(await next).catch(() => {})
  }
  expect(await page.complete()).toMatchObject({ address: first, verified: true })
  expect(page.verified).toMatchObject([{ address: first }])
  const signature = (await page.client.signMessage('Tea')) as Hex
  expect(await recoverMessageAddress({ message: 'Tea', signature })).toBe(first)
  const gone = phone.untilDeleted()
  await page.client.disconnect()
  await gone
  expect(phone.sessions).toEqual([])
  await vi.waitFor(() => expect(stored(page)).toEqual([]))
  // The message that came after the sign-in was a prompt too.
  return prompts - 1
}

describe('a visitor who connects and signs in', () => {
  const signIn = signing()
  it('is asked once by WalletKit with session_authenticate (EW27)', async () => {
    expect(await countPrompts({ ...loaded[KIT], signIn })).toBe(1)
  })

  it('is asked twice by WalletKit without (EW27)', async () => {
    expect(await countPrompts({ ...loaded[KIT] })).toBe(2)
  })

  it.each(Object.keys(PACKAGES))('is asked twice by %s (EW27)', async (name) => {
    expect(await countPrompts({ ...loaded[name] })).toBe(2)
  })

  it('is asked twice by WalletKit that listens and is silent, after one tap (EW30)', async () => {
    expect(await countPrompts({ ...loaded[KIT], signIn: async () => {} }, true)).toBe(2)
  })
})
