import { afterEach, describe, expect, test, vi } from 'vitest'
import { createStarknetApp } from '../../counterparts/relay-phone-starknet.js'
import { first, second, useRelay } from './bench.js'
import { openRelayPage, type RelayPage } from './page.js'

const bench = useRelay()
const { startApp, connectTo } = bench

const DAY = 86_400_000

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const chainsOf = (page: RelayPage) => page.client.getState().chains

describe('a session that the wallet extends (EW05)', () => {
  test('goes on in the open tab after its first week, and ends after its second', async () => {
    let later = 0
    const clock = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => clock() + later)
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    const back = () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    const phone = await startApp()
    const opened = await connectTo(phone)
    const stored = () => opened.storage.getItem('wc@2:client:0.3:wcb-evm//session') ?? ''
    const before = JSON.parse(stored())[0].expiry

    later = 6 * DAY
    await phone.extend()
    await vi.waitFor(() => expect(JSON.parse(stored())[0].expiry).toBeGreaterThan(before + 5 * 86_400))
    later = 8 * DAY
    back()
    await opened.client.signMessage('still here')
    expect(opened.client.getState().status).toBe('connected')

    later = 14 * DAY
    back()
    await vi.waitFor(() => expect(opened.client.getState().status).toBe('idle'))
    expect(opened.events.at(-1)).toMatchObject(['disconnected', { reason: 'expired' }])
  })
})

describe('a grant that only adds or removes a chain (EW04)', () => {
  test('reaches the state of an EVM phone at once, and tells the page’s code nothing new', async () => {
    const phone = await startApp({ nodes: { 31337: bench.node.url } })
    const page = await connectTo(phone)
    expect(chainsOf(page)).toEqual(['eip155:31337'])
    const { eip155 } = phone.sessions[0]?.namespaces as never as {
      eip155: { methods: string[]; events: string[] }
    }
    const grant = (...chains: string[]) =>
      phone.update({
        eip155: { ...eip155, chains, accounts: chains.map((chain) => `${chain}:${first}`) },
      })
    await grant('eip155:31337', 'eip155:10')
    await vi.waitFor(() => expect(chainsOf(page)).toEqual(['eip155:31337', 'eip155:10']))
    await grant('eip155:31337')
    await vi.waitFor(() => expect(chainsOf(page)).toEqual(['eip155:31337']))
    expect(page.client.getState()).toMatchObject({ account: first, chainId: 'eip155:31337' })
    expect(page.events.filter(([name]) => name === 'changed')).toEqual([])
  })

  test('reaches the state of a Starknet phone', async () => {
    const app = createStarknetApp({ nodes: { SN_MAIN: null }, spelling: 'registry' })
    const phone = await startApp(app as never)
    const chains = 'starknet:SN_MAIN starknet:SN_SEPOLIA'
    const page = await openRelayPage({ relayUrl: bench.relay.url, chains })
    const connecting = page.client.connect({ walletId: 'argentMobile' })
    await phone.pair(await page.nextUri())
    await connecting
    expect(chainsOf(page)).toEqual(['starknet:SN_MAIN'])
    const { starknet } = phone.sessions[0]?.namespaces as never as {
      starknet: { methods: string[]; events: string[] }
    }
    const grant = (...names: string[]) =>
      phone.update({
        starknet: {
          ...starknet,
          chains: names,
          accounts: names.map((chain) => `${chain}:${app.wallet.account.address}`),
        },
      })
    await grant('starknet:SN_MAIN', 'starknet:SN_SEPOLIA')
    await vi.waitFor(() => expect(chainsOf(page)).toEqual(chains.split(' ')))
    await grant('starknet:SN_MAIN')
    await vi.waitFor(() => expect(chainsOf(page)).toEqual(['starknet:SN_MAIN']))
  })
})

describe('an event about the accounts of a wallet whose addresses differ by chain', () => {
  const start = () =>
    startApp({
      change: ({ eip155 }) => ({
        eip155: { ...eip155, accounts: [`eip155:31337:${first}`, `eip155:10:${second}`] } as never,
      }),
    })

  test('changes nothing if it is about another chain', async () => {
    const phone = await start()
    const page = await connectTo(phone)
    await phone.emit('accountsChanged', [`eip155:10:${second}`], 'eip155:10')
    await phone.emit('accountsChanged', [second], 'eip155:10')
    await phone.emit('accountsChanged', [], 'eip155:10')
    // The answer comes after the events.
    await page.client.signMessage('Tea')
    expect(page.client.getState()).toMatchObject({
      status: 'connected',
      account: first,
      chainId: 'eip155:31337',
    })
    expect(page.events.filter(([name]) => name === 'changed')).toEqual([])
  })

  test('counts for the chain in use, whose entries alone are taken', async () => {
    const phone = await start()
    const page = await connectTo(phone)
    const third = `0x${'3'.repeat(40)}`
    await phone.emit('accountsChanged', [`eip155:10:${second}`, `eip155:31337:${third}`], 'eip155:31337')
    await vi.waitFor(() => expect(page.client.getState().account).toBe(third))
    expect(page.client.getState().connections[0]?.accounts).toEqual([third])
  })

  test('of a Starknet wallet changes nothing if it is about another chain', async () => {
    const app = createStarknetApp({ nodes: { SN_MAIN: null, SN_SEPOLIA: null } })
    const phone = await startApp(app as never)
    const chains = 'starknet:SN_MAIN starknet:SN_SEPOLIA'
    const page = await openRelayPage({ relayUrl: bench.relay.url, chains })
    const connecting = page.client.connect({ walletId: 'argentMobile' })
    await phone.pair(await page.nextUri())
    const { account } = (await connecting).wallet ?? {}
    await phone.emit('accountsChanged', ['starknet:SNSEPOLIA:0x7'], 'starknet:SNSEPOLIA')
    await phone.emit('accountsChanged', [], 'starknet:SNSEPOLIA')
    await page.client.signMessage('Tea')
    expect(page.client.getState()).toMatchObject({ status: 'connected', account })
  })

  test('ends the session if none is left on the chain in use, without an error on the page', async () => {
    const problems: unknown[] = []
    const note = (error: unknown) => void problems.push(error)
    process.on('unhandledRejection', note)
    const phone = await start()
    const page = await connectTo(phone)
    const gone = phone.untilDeleted()
    await phone.emit('accountsChanged', [], 'eip155:31337').catch(() => {})
    await gone
    await vi.waitFor(() => expect(page.client.getState().status).toBe('idle'))
    process.off('unhandledRejection', note)
    expect(problems).toEqual([])
  })
})

describe('a wallet that updates its grant right after an event', () => {
  test('gets an acknowledgement for each update, one for one (EW11)', async () => {
    const phone = await startApp({ answersAtOnce: true })
    const page = await connectTo(phone)
    const { eip155 } = phone.sessions[0]?.namespaces as never as {
      eip155: { methods: string[]; events: string[] }
    }
    const both = ['eip155:31337', 'eip155:10']
    const before = bench.relay.calls.length
    const rounds = 20
    for (let round = 0; round < rounds; round += 1) {
      const chains = round % 2 ? both : [...both].reverse()
      await phone.emit('chainChanged', Number(chains[0]?.slice(7)), chains[0] as string)
      // Every other update follows while the page still reads the event; the others meet an open request.
      const signing = round % 3 ? undefined : page.client.signMessage(`round ${round}`)
      await phone.update({
        eip155: { ...eip155, chains, accounts: chains.map((chain) => `${chain}:${first}`) },
      })
      await signing
    }
    const tags = bench.relay.calls.slice(before).map(({ tag }) => tag)
    expect(tags.filter((tag) => tag === 1_104)).toHaveLength(rounds)
    expect(tags.filter((tag) => tag === 1_105)).toHaveLength(rounds)
    await page.client.disconnect()
  })
})
