import './fake-timers.js'
import { afterEach, expect, it, vi } from 'vitest'
import { connectOwn, openProvider, outcome } from './fixture.js'

afterEach(() => vi.unstubAllGlobals())

it('SD09: the wallet entity names a version and the page’s origin, in each family, unless the wallet names its own', async () => {
  vi.stubGlobal('location', { href: 'https://shop.example/', origin: 'https://shop.example' })
  const { client } = await openProvider()
  expect(client.getState().wallet).toMatchObject({ version: '1.0.0', host: 'https://shop.example' })
  const peers = [
    [{}, { version: '1.0.0', host: 'https://shop.example' }],
    [
      { version: '2.1', host: 'https://wallet.example' },
      { version: '2.1', host: 'https://wallet.example' },
    ],
  ]
  for (const [peer, entity] of peers) {
    const own = await connectOwn({ peer })
    expect(own.client.getState().wallet).toMatchObject(entity as object)
  }
})

it('SD06: a connected wallet whose provider has gone fails a request with “No provider found”', async () => {
  const { client, provider } = await openProvider({ personal_sign: () => `0x${'ab'.repeat(65)}` })
  expect(await outcome(client.signMessage('Hello'))).toBe(`0x${'ab'.repeat(65)}`)
  Reflect.deleteProperty(provider, 'request')
  const late = client.signMessage('Hello')
  await expect(late).rejects.toMatchObject({ code: 'no_provider', message: 'No provider found' })
  expect(client.getState().status).toBe('connected')
})
