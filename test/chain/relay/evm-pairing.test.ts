import { describe, expect, test, vi } from 'vitest'
import { startRelay } from '../../counterparts/relay.js'
import { first, useRelay } from './bench.js'

const bench = useRelay()
const { startApp, openPage, pair, connectTo } = bench

describe('the start of a pairing', () => {
  test('is refused without a project id, and opens no socket (C26)', async () => {
    const opened = bench.relay.opened
    const page = await openPage({ projectId: '', wallets: 'walletConnect' })
    await expect(page.client.connect({ walletId: 'walletConnect' })).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('project-id'),
    })
    expect(bench.relay.opened).toBe(opened)
  })

  test('uses the relay address and project id of the configuration', async () => {
    const phone = await startApp()
    await connectTo(phone)
    const query = bench.relay.queries.find((one) => one.get('ua')?.includes('wc-2') && one.get('projectId'))
    expect(query?.get('projectId')).toBe('0123456789abcdef0123456789abcdef')
  })
})

describe('an EVM pairing', () => {
  test.each([
    [5000, 'and the next one works'],
    [4001, 'as by other wallets'],
  ])('refused with %i fails with connection_rejected: %s (C11)', async (code) => {
    const phone = await startApp({ onProposal: () => false })
    vi.spyOn(phone.client, 'reject').mockImplementationOnce(({ id }) =>
      phone.client.engine.reject({ id, reason: { code, message: 'No' } }),
    )
    const page = await openPage()
    await expect(pair(page, phone)).rejects.toMatchObject({
      code: 'connection_rejected',
      message: 'Connection rejected. Please try again.',
      cause: { code },
    })
    if (code !== 5000) return
    const willing = await startApp()
    const { wallet } = await pair(page, willing)
    expect(wallet?.account).toBe(first)
  })

  test('that was cancelled cannot be approved any more (C10)', async () => {
    const page = await openPage()
    const phone = await startApp()
    const connecting = page.client.connect({ walletId: 'walletConnect' })
    const uri = await page.nextUri()
    page.client.dismiss()
    expect(await connecting).toEqual({ connector: null, wallet: null })
    await phone.pair(uri).catch(() => {})
    await vi.waitFor(() => expect(page.storage.keys?.()).toEqual([]))
    expect(page.client.getState().status).toBe('idle')
    expect(page.events.map(([name]) => name)).toEqual(['connecting'])
  })

  test.each<[string, (namespaces: never) => unknown]>([
    [
      'another chain',
      ({ eip155 }: never) => ({
        eip155: { ...(eip155 as object), chains: ['eip155:5'], accounts: [`eip155:5:${first}`] },
      }),
    ],
    [
      'no way to sign',
      ({ eip155 }: never) => ({ eip155: { ...(eip155 as object), methods: ['eth_sendTransaction'] } }),
    ],
    ['no account', ({ eip155 }: never) => ({ eip155: { ...(eip155 as object), accounts: [] } })],
    [
      'the wrong namespace',
      () => ({
        cosmos: { chains: ['cosmos:hub'], methods: ['a'], events: [], accounts: ['cosmos:hub:abc'] },
      }),
    ],
    [
      '200 accounts',
      ({ eip155 }: never) => ({
        eip155: {
          ...(eip155 as object),
          accounts: Array.from(
            { length: 200 },
            (_, index) => `eip155:31337:0x${index.toString(16).padStart(40, '0')}`,
          ),
        },
      }),
    ],
  ])(
    'that grants %s fails with session_incompatible, and is deleted in the wallet (C17)',
    async (_, change) => {
      const phone = await startApp()
      const approve = phone.client.approve
      // This wallet does not check what it approves.
      Object.assign(phone.client.engine, { isValidApprove: async () => {} })
      vi.spyOn(phone.client, 'approve').mockImplementation((params) =>
        approve({ ...params, namespaces: change(params.namespaces as never) as never }),
      )
      const gone = phone.untilDeleted()
      const page = await openPage()
      await expect(pair(page, phone)).rejects.toMatchObject({ code: 'session_incompatible' })
      await gone
      await vi.waitFor(() => expect(page.storage.keys?.()).toEqual([]))
    },
  )

  test.each([
    [3000, 'Unauthorized: invalid key', /project id/],
    [3000, 'JWT expired', /clock/],
  ])(
    'that the relay closes with %i %s says what to change, and is not tried again (C03, C20)',
    async (code, reason, text) => {
      const strict = await startRelay()
      Object.assign(strict.faults, { close: { code, reason } })
      const page = await openPage({ relayUrl: strict.url })
      await expect(page.client.connect({ walletId: 'walletConnect' })).rejects.toMatchObject({
        code: 'config_invalid',
        message: expect.stringMatching(text),
      })
      const { opened } = strict
      expect(opened).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(strict.opened).toBe(opened)
      await strict.stop()
    },
  )
})
