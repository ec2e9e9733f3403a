import { describe, expect, it, vi } from 'vitest'
import { toStarknetHex } from '../../../../src/chains/starknet-networks.js'
import type { StarknetProfileName } from '../../../../src/testing/starknet/profiles.js'
import { MAIL_0 } from '../../testing/typed-data-cases.js'
import { collect, install, makeRequest, openSession, settle, useStarknetWallets } from './open-wallet.js'

vi.mock('../../../../src/connectors/starknet/prompt-pause.js', () => ({ STARKNET_PROMPT_PAUSE: 0 }))

useStarknetWallets()

const PROFILES: StarknetProfileName[] = ['argentX', 'argentX-legacy', 'braavos', 'keplr', 'okxwallet']
const SEPOLIA = 'starknet:SN_SEPOLIA'
const CALL = { contractAddress: '0x49d', entrypoint: 'transfer', calldata: ['1'] }
const UNKNOWN = '0x4b4154414e41'
const silent = { omitEvents: ['accountsChanged', 'networkChanged'] }
const { config } = makeRequest()
const kinds = (wallet: { prompts: readonly { kind: string }[] }) => wallet.prompts.map(({ kind }) => kind)

describe('a Starknet wallet that has moved to another network without an event', () => {
  it.each(PROFILES)('%s gets no transaction for the network that it has left (M9)', async (profile) => {
    const { wallet, session, changes } = await openSession({ profile, faults: silent })
    wallet.setChain('SN_SEPOLIA')
    await expect(session.execute?.(CALL)).rejects.toMatchObject({ code: 'chain_mismatch' })
    await settle()
    expect(changes).toMatchObject([{ type: 'change', chainId: SEPOLIA }])
    expect(kinds(wallet)).toEqual(['connect'])
    await session.execute?.(CALL)
    expect(kinds(wallet)).toEqual(['connect', 'execute'])
  })

  it('gets no typed data for it, and its account there is read (M9)', async () => {
    const { wallet, session } = await openSession({
      profile: 'braavos',
      faults: silent,
      accountPerChain: true,
    })
    wallet.setChain('SN_SEPOLIA')
    await expect(session.signMessage?.('hello')).rejects.toMatchObject({ code: 'chain_mismatch' })
    await settle()
    expect(session).toMatchObject({ chainId: SEPOLIA, account: wallet.accounts[1]?.address })
    expect(kinds(wallet)).toEqual(['connect'])
  })

  it('has an account of starknet.js that follows the session, events or not', async () => {
    for (const faults of [{}, silent]) {
      const { connect } = install({ faults, accountPerChain: true, privateKeys: ['0x1', '0x2'] })
      const networks = ['SN_MAIN', 'SN_SEPOLIA'].map((name) => ({
        chainId: `starknet:${name}`,
        rpcUrls: [`http://127.0.0.1:9/${name}`],
      }))
      const request = makeRequest({}, { networks: networks as never })
      const session = await connect(request)
      const account = (await session.getStarknetAccount?.()) as never as {
        address: string
        provider: { channel: { nodeUrl: string } }
      }
      const before = account.address
      await session.switchChain?.(SEPOLIA, request.config)
      await settle()
      expect(account.address).toBe(session.account)
      expect(account.address).not.toBe(before)
      expect(account.provider.channel.nodeUrl).toBe('http://127.0.0.1:9/SN_SEPOLIA')
    }
  })

  it('is switched back to the network that the page shows (M9)', async () => {
    const { wallet, session } = await openSession({ faults: silent })
    wallet.setChain('SN_SEPOLIA')
    await session.switchChain?.('starknet:SN_MAIN', config)
    expect(wallet.chain).toBe('SN_MAIN')
    expect(session.chainId).toBe('starknet:SN_MAIN')
    expect(kinds(wallet)).toEqual(['connect', 'switch'])
  })

  it('gets no transaction after an event of an unknown network, which the page gets as an empty change (M9)', async () => {
    const { wallet, session, changes } = await openSession({ profile: 'braavos' })
    wallet.faults.answers = { wallet_requestChainId: UNKNOWN }
    wallet.emit('networkChanged', UNKNOWN)
    await settle()
    await expect(session.execute?.(CALL)).rejects.toMatchObject({ code: 'chain_mismatch' })
    await settle()
    const empty = { type: 'change', chainId: null, unknown: `starknet:${UNKNOWN}` }
    expect(changes).toMatchObject([empty])
    expect(changes).toHaveLength(1)
    expect(kinds(wallet)).toEqual(['connect'])
    // Back again, by an event or found by the next request.
    wallet.faults.answers = {}
    await session.execute?.(CALL)
    await settle()
    expect(changes.at(-1)).toMatchObject({ type: 'change', chainId: 'starknet:SN_MAIN' })
    wallet.emit('networkChanged', UNKNOWN)
    await settle()
    wallet.emit('networkChanged', '0x534e5f4d41494e')
    await settle()
    expect(changes.slice(-2)).toMatchObject([
      empty,
      { account: session.account, chainId: 'starknet:SN_MAIN' },
    ])
  })

  it('has its network read once for each request', async () => {
    const { wallet, session } = await openSession({ profile: 'keplr' })
    const before = wallet.requests.length
    const onMain = {
      ...MAIL_0,
      domain: { ...MAIL_0.domain, chainId: toStarknetHex(session.chainId as never) },
    }
    await session.signTypedData?.(onMain)
    const asked = wallet.requests.slice(before).map(({ type }) => type)
    expect(asked).toEqual([
      'wallet_getPermissions',
      'wallet_requestAccounts',
      'wallet_requestChainId',
      'wallet_signTypedData',
    ])
  })
})

describe('a Starknet wallet on a network that the page does not know', () => {
  /** A session whose wallet has named an unknown network by an event. */
  async function goAway() {
    const opened = install()
    const session = await opened.connect()
    const changes = collect(session)
    opened.wallet.faults.answers = { wallet_requestChainId: UNKNOWN }
    opened.wallet.emit('networkChanged', UNKNOWN)
    await settle()
    changes.length = 0
    return { ...opened, session, changes }
  }

  it('is back when it has been switched, also if it sends no event', async () => {
    const { wallet, session, changes } = await goAway()
    wallet.faults.answers = {}
    wallet.faults.omitEvents = ['networkChanged', 'accountsChanged']
    await session.switchChain?.(SEPOLIA, config)
    await settle()
    expect(changes.at(-1)).toMatchObject({ chainId: SEPOLIA })
    expect(session.chainId).toBe(SEPOLIA)
  })

  it('is back when a read finds it on its old network, and a later account is there too', async () => {
    const { wallet, session, changes } = await goAway()
    wallet.faults.answers = {}
    await session.refresh?.()
    await settle()
    expect(changes.at(-1)).toMatchObject({ chainId: 'starknet:SN_MAIN' })
    wallet.emit('accountsChanged', [`0x${'7'.padStart(64, '0')}`])
    await settle()
    expect(changes.at(-1)).toMatchObject({ chainId: 'starknet:SN_MAIN' })
  })

  it('has no balance there', async () => {
    const { session } = await goAway()
    await expect(session.getBalance?.()).rejects.toMatchObject({ code: 'balance_failed' })
  })

  it('is an empty change, once, also where a read finds it', async () => {
    const { wallet, session, changes } = await openSession({ profile: 'braavos' })
    wallet.faults.answers = { wallet_requestChainId: UNKNOWN }
    for (let reads = 0; reads < 2; reads++) {
      await session.refresh?.()?.catch(() => {})
      await settle()
    }
    expect(changes).toMatchObject([{ type: 'change', chainId: null, unknown: `starknet:${UNKNOWN}` }])
  })
})

it('a Starknet wallet that says the bare name of the page’s own network is on it (B10)', async () => {
  const { wallet, connect } = install({
    profile: 'okxwallet',
    nodes: { SN_MAIN: null, KATANA: null } as never,
  })
  const session = await connect(makeRequest({}, { chains: ['starknet:SN_MAIN', 'starknet:KATANA'] as never }))
  const changes = collect(session)
  wallet.emit('networkChanged', 'KATANA')
  await settle()
  expect(changes.at(-1)).toMatchObject({ chainId: 'starknet:KATANA' })
})
