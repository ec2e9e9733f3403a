import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Relay, startRelay } from '../../counterparts/relay.js'
import { openRelayPage } from './page.js'

let relay: Relay
beforeAll(async () => {
  relay = await startRelay()
})
afterAll(() => relay.stop())
afterEach(() => void vi.doUnmock('@walletconnect/modal'))

const connect = async (walletId: string, chains: string) => {
  const { client } = await openRelayPage({ relayUrl: relay.url, chains, qrModal: 'walletconnect' })
  return client.connect({ walletId })
}

test.each([
  ['walletConnect', 'eip155:1'],
  ['argentMobile', 'starknet:SN_MAIN'],
])(
  'the wallet %s says which package to install when the modal’s package is missing',
  async (walletId, chains) => {
    vi.doMock('@walletconnect/modal', () => {
      throw new Error('Cannot find package @walletconnect/modal')
    })
    await expect(connect(walletId, chains)).rejects.toMatchObject({
      code: 'qr_modal_missing',
      message: 'To use the QR modal, install the @walletconnect/modal package',
    })
    await vi.waitFor(() => expect(relay.sockets).toBe(0))
  },
)

test('a modal that cannot be created fails with its own text', async () => {
  vi.doMock('@walletconnect/modal', () => ({
    WalletConnectModal: class {
      constructor() {
        throw new Error('no')
      }
    },
  }))
  await expect(connect('walletConnect', 'eip155:1')).rejects.toMatchObject({
    code: 'qr_modal_failed',
    message: 'Could not generate WalletConnectModal Instance',
  })
})
