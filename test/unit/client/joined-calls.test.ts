import './fake-timers.js'
import { describe, expect, test } from 'vitest'
import {
  connectOne,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  isOpen,
  outcome,
  pass,
  visited,
} from './fixture.js'

const NOTHING = { connector: null, wallet: null }

/** A client whose visitor sees the list of two wallets. */
async function choosing(...options: Parameters<ReturnType<typeof createClient>['client']['connect']>) {
  const one = createWallet('One', { approve: 'manual' })
  const own = createOwnConnector()
  const setup = createClient(createDevice(one, createWallet('Two'), own.connector))
  const first = outcome(setup.client.connect(...options))
  await pass(320)
  expect(setup.client.getState().open).toBe(true)
  return { one, own, first, ...setup }
}

/** The visitor chooses the first wallet and approves all that it asks. */
async function choose({ one, client }: Awaited<ReturnType<typeof choosing>>) {
  one.setApprove('always')
  client.pick('com.one')
  await pass(20)
}

/** A device where `One` was connected on an earlier page, and does not answer now. */
async function returning() {
  const one = createWallet('One')
  const { open } = await visited(one, createWallet('Two'))
  Object.assign(one.faults, { hold: ['eth_accounts'] })
  return { one, open }
}

describe('a call that may ask nobody goes on beside one that waits for the visitor', () => {
  test('a click shows the list while the last wallet has not answered', async () => {
    const { client } = (await returning()).open()
    const silent = client.connect({ mode: 'neverAsk' })
    await pass(200)
    const click = client.connect({ mode: 'alwaysAsk' })
    await pass(900)
    expect(await silent).toEqual(NOTHING)
    expect([client.getState().open, await isOpen(click)]).toEqual([true, true])
    client.dismiss()
    expect(await click).toEqual(NOTHING)
  })

  test('it is answered by a connection as it is, and never asks for a switch', async () => {
    const { one, client } = await connectOne()
    const { wallet } = await client.connect({ mode: 'neverAsk', chainId: 'eip155:5' })
    expect([wallet?.chainId, one.prompts.map(({ kind }) => kind)]).toEqual(['eip155:1', ['connect']])
  })
})

describe('a call that joins another gets what it wants itself', () => {
  test('its chain, while the visitor still chooses', async () => {
    const scene = await choosing()
    const second = scene.client.connect({ chainId: 'eip155:5' })
    await choose(scene)
    expect((await second).wallet?.chainId).toBe('eip155:5')
  })

  test('a wallet of its family: the list offers no others', async () => {
    const scene = await choosing()
    const second = scene.client.connect({ chainId: 'starknet:SN_MAIN' })
    expect(scene.client.getState().choices.map(({ namespace }) => namespace)).toEqual(['starknet'])
    scene.client.pick('own')
    await pass(20)
    scene.own.approve()
    expect((await second).wallet?.chainId).toBe('starknet:SN_MAIN')
    expect(await scene.first).toMatchObject({ wallet: { id: 'own' } })
  })

  test('and does not narrow one that names its wallet, which connects as if it were alone', async () => {
    const device = createDevice()
    const { client } = createClient(device)
    const named = client.connect({ walletId: 'com.late' })
    void client.connect({ chainId: 'starknet:SN_MAIN' })
    device.add(createWallet('Late'))
    await pass(320)
    expect((await named).wallet).toMatchObject({ id: 'com.late', chainId: 'eip155:1' })
  })

  test.each([{ chainId: 'eip155:1' }, undefined])(
    'its chain, once the attempt has connected: %j',
    async (options) => {
      const scene = await choosing(options)
      scene.client.pick('com.one')
      await pass(20)
      const second = scene.client.connect({ chainId: 'eip155:5' })
      scene.one.setApprove('always')
      scene.one.openPrompts[0]?.approve()
      await pass(20)
      expect((await second).wallet?.chainId).toBe('eip155:5')
      expect(await scene.first).toMatchObject({ wallet: { id: 'com.one' } })
      expect(scene.one.prompts.map(({ kind }) => kind)).toEqual(['connect', 'switch'])
    },
  )

  test('the refusal of its switch, which the others do not get', async () => {
    const scene = await choosing({ chainId: 'eip155:1' })
    scene.client.pick('com.one')
    await pass(20)
    const second = outcome(scene.client.connect({ chainId: 'eip155:5' }))
    scene.one.openPrompts[0]?.approve()
    await pass(20)
    scene.one.openPrompts[0]?.reject()
    expect(await second).toBe('user_rejected')
    expect(await scene.first).toMatchObject({ wallet: { chainId: 'eip155:1' } })
  })
})

test('a switch that is answered after another call has taken the place of its own answers nobody', async () => {
  const one = createWallet('One')
  const device = createDevice(one)
  const { client } = createClient(device)
  await client.connect({ walletId: 'com.one' })
  one.setApprove('manual')
  const first = outcome(client.connect({ mode: 'canAsk', chainId: 'eip155:5' }))
  const prompt = await one.nextPrompt()
  const second = client.connect({ walletId: 'com.late' })
  expect(await first).toBe('busy')
  prompt.approve()
  await pass(20)
  expect(await isOpen(second)).toBe(true)
  device.add(createWallet('Late'))
  await pass(320)
  expect(await isOpen(second)).toBe(false)
  expect((await second).wallet?.id).toBe('com.late')
})

test('where the page wants only a name, a choice in an opened list connects nothing', async () => {
  const one = createWallet('One')
  const { client, emitted } = createClient(createDevice(one, createWallet('Two')), {
    resultType: 'connector',
  })
  const named: unknown[] = []
  client.on('named', (detail) => void named.push(detail))
  client.open()
  client.pick('com.one')
  await pass(20)
  expect([named, one.prompts, emitted(), client.getState().open]).toEqual([
    [{ walletId: 'com.one' }],
    [],
    [],
    false,
  ])
})
