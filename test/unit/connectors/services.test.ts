import { afterEach, describe, expect, it, vi } from 'vitest'
import { resolveConfig } from '../../../src/client/config.js'
import { createWalletClient } from '../../../src/client/create-wallet-client.js'
import { toConnectorEntity } from '../../../src/client/entities.js'
import type { Connector } from '../../../src/connectors/connector.js'
import { createServiceSource } from '../../../src/connectors/services.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'

const CONFIG = { chains: 'eip155:1 eip155:8453 starknet:SN_MAIN', projectId: 'f'.repeat(32) }
const IDS = ['walletConnect', 'argentMobile', 'argentWebWallet', 'coinbase']

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a hosted wallet or a wallet on a phone', () => {
  it('says of itself, before its code has loaded, what it says afterwards (SP03, PR08)', async () => {
    vi.stubGlobal('window', globalThis)
    const storage = createMemoryStorage()
    const hex = 'a'.repeat(64)
    const proposal = { id: 1, proposer: { publicKey: hex } }
    const code = { prefix: 'wcb-evm', topic: hex, expiry: Date.now(), proposal, keys: {} }
    storage.setItem('wcb.1:default:codes', JSON.stringify([code]))
    const config = resolveConfig({ ...CONFIG, storage })
    const rows: Connector[] = []
    const arrived = await new Promise<Connector[]>((resolve) => {
      const whole: Connector[] = []
      const add = (connector: Connector) => {
        if (!rows.some(({ id }) => id === connector.id)) return void rows.push(connector)
        whole.push(connector)
        if (whole.length === IDS.length) resolve(whole)
      }
      const source = createServiceSource()
      source.start(
        add,
        () => {},
        () => config,
      )
      source.rescan?.(true)
    })
    expect(rows.map(({ id }) => id)).toEqual(IDS)
    for (const row of rows) {
      const whole = arrived.find(({ id }) => id === row.id) as Connector
      expect(toConnectorEntity(row)).toEqual(toConnectorEntity(whole))
      expect([row.key, row.aliases, row.availability]).toEqual([whole.key, whole.aliases, whole.availability])
      const isAwaited = row.id === 'walletConnect'
      expect([row, whole].map((one) => !!one.isAwaited?.(config))).toEqual([isAwaited, isAwaited])
    }
  })

  it('loads before the list is on screen only where a wallet must still hear that its session has ended (EW03)', async () => {
    const storage = createMemoryStorage()
    const start = (added: string[]) =>
      createServiceSource().start(
        ({ id }) => void added.push(id),
        () => {},
        () => resolveConfig({ ...CONFIG, storage }),
      )
    const calm: string[] = []
    start(calm)
    storage.setItem('wcb.1:default:ended', '[]')
    const due: string[] = []
    start(due)
    await vi.waitUntil(() => due.filter((id) => id === 'walletConnect').length === 2)
    expect(calm.filter((id) => id === 'walletConnect')).toHaveLength(1)
  })

  it.each(IDS)('has an icon for both backgrounds when %s is asked for first (SP03)', async (walletId) => {
    vi.stubGlobal('window', globalThis)
    const client = createWalletClient(CONFIG, [createServiceSource()])
    const { connector } = await client.connect({ walletId, resultType: 'connector' })
    client.dispose()
    for (const icon of [connector?.icon.light, connector?.icon.dark])
      expect(icon).toMatch(/^data:image\/svg\+xml,/)
  })
})
