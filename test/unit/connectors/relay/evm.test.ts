import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../counterparts/anvil.js'
import { type Relay, startRelay } from '../../../counterparts/relay.js'
import { type Phone, startPhone } from '../../../counterparts/relay-phone.js'
import { createEvmApp } from '../../../counterparts/relay-phone-evm.js'
import { openRelayPage } from './page.js'

let relay: Relay
let nodes: Anvil[]
let phone: Phone
const app = () => createEvmApp({ nodes: Object.fromEntries(nodes.map(({ chainId, url }) => [chainId, url])) })

beforeAll(async () => {
  ;[relay, ...nodes] = await Promise.all([startRelay(), startAnvil({ chainId: 31337 }), startAnvil({ chainId: 31338 })])
  phone = await startPhone({ relayUrl: relay.url, ...app() })
})
afterAll(async () => {
  await phone.stop()
  await Promise.all([relay.stop(), ...nodes.map((node) => node.stop())])
})

test('pairs, signs, sends, and ends', async () => {
  const t0 = Date.now()
  const page = await openRelayPage({ relayUrl: relay.url, chains: 'eip155:31337 eip155:31338' })
  const connecting = page.client.connect({ walletId: 'walletConnect' })
  const uri = await page.nextUri()
  console.log('uri', Date.now() - t0)
  await phone.pair(uri)
  const { wallet } = await connecting
  console.log('connected', Date.now() - t0, wallet?.account, wallet?.chainId, page.client.getState().wallet?.name)
  const signature = await page.client.signMessage('hello')
  expect(await recoverMessageAddress({ message: 'hello', signature: signature as never })).toBe(app().addresses[0])
  console.log('signed', Date.now() - t0)
  await page.client.switchChain({ chainId: 'eip155:31338' })
  expect(page.client.getState().chainId).toBe('eip155:31338')
  const again = await openRelayPage({ relayUrl: relay.url, chains: 'eip155:31337 eip155:31338' }, page.storage)
  const t1 = Date.now()
  await again.client.restore()
  console.log('restored', Date.now() - t1, again.client.getState().account, again.client.getState().chainId)
  console.log(page.storage.keys?.())
  const s2 = await again.client.signMessage('again')
  expect(await recoverMessageAddress({ message: 'again', signature: s2 as never })).toBe(app().addresses[0])
  console.log('signed', Date.now() - t1)
  const gone = phone.untilDeleted()
  await again.client.disconnect()
  await gone
  console.log(page.storage.keys?.())
  console.log(again.events.map(([n, d]) => n + JSON.stringify(d)))
})
