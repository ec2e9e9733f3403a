import './fake-timers.js'
import { describe, expect, it, vi } from 'vitest'
import { ALICE, createClient, createDevice, createWallet, pass } from './fixture.js'
import '../../../src/names/name-connections.js'

const connect = async (config: Parameters<typeof createClient>[1]) => {
  const wallet = createWallet('One')
  const setup = createClient(createDevice(wallet), config)
  await setup.client.connect({ walletId: 'com.one' })
  await pass()
  const shown = () => setup.client.getState().connections.map(({ name, picture }) => ({ name, picture }))
  return { ...setup, wallet, shown }
}

describe('names of connected accounts', () => {
  it('are off by default, without any request (U44)', async () => {
    const resolveName = vi.fn(() => 'marina')
    const { shown } = await connect({ resolveName })
    expect(shown()).toEqual([{ name: undefined, picture: undefined }])
    expect(resolveName).not.toHaveBeenCalled()
  })

  it('come from the page’s own reader, once for each account and chain (U45)', async () => {
    const resolveName = vi.fn(async () => ({ name: 'marina', picture: 'https://pictures.example/m.png' }))
    const { shown, client } = await connect({ names: true, resolveName })
    expect(shown()).toEqual([{ name: 'marina', picture: 'https://pictures.example/m.png' }])
    client.configure({ names: true, resolveName, appName: 'Other' })
    await pass()
    expect(resolveName.mock.calls).toEqual([[ALICE, 'eip155:1']])
  })

  it('go when the reader fails for another chain (U45)', async () => {
    const resolveName = async (_: string, chainId: string) => {
      if (chainId !== 'eip155:1') throw new Error('no name here')
      return 'marina'
    }
    const { shown, wallet } = await connect({ names: true, resolveName })
    expect(shown()).toMatchObject([{ name: 'marina' }])
    wallet.setChain(5)
    await pass(100)
    expect(shown()).toEqual([{ name: undefined, picture: undefined }])
  })

  it('are told once, also to a page that draws again with each name and gives a new reader each time', async () => {
    const { client } = await connect({ names: true, resolveName: () => 'marina' })
    let draws = 0
    client.subscribe(() => {
      draws += 1
      if (draws < 100) client.configure({ names: true, resolveName: () => 'marina' })
    })
    client.configure({ names: true, resolveName: async () => ({ name: 'marina' }) })
    await pass()
    client.configure({ names: true, resolveName: () => 'sailor' })
    await pass()
    expect(client.getState().connections).toMatchObject([{ name: 'marina' }])
    expect(draws).toBeLessThan(5)
  })

  it('belong to their account: another account is never shown under the first account’s name (U45)', async () => {
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    let answer: (name: string) => void = () => {}
    const resolveName = (address: string) =>
      address === ALICE ? 'alice' : new Promise<string>((resolve) => (answer = resolve))
    const { shown, wallet, client } = await connect({ names: true, resolveName })
    expect(shown()).toMatchObject([{ name: 'alice' }])
    wallet.setAccounts([other])
    await pass()
    expect(client.getState().account).toBe(other)
    expect(shown()).toEqual([{ name: undefined, picture: undefined }])
    wallet.setAccounts([ALICE])
    await pass()
    answer('late')
    await pass()
    expect(shown()).toMatchObject([{ name: 'alice' }])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
    ['gives nothing', () => null],
    ['gives a number', () => 7 as never],
    [
      'gives a getter that throws',
      () =>
        Object.defineProperty({}, 'name', {
          get() {
            throw new Error('no')
          },
        }),
    ],
  ])('are missing when the reader %s (U45)', async (_, resolveName) => {
    const { shown } = await connect({ names: true, resolveName })
    expect(shown()).toEqual([{ name: undefined, picture: undefined }])
  })

  it('are cleaned: cut to 64 characters, without invisible characters, with safe pictures only (U43)', async () => {
    const { shown } = await connect({
      names: true,
      resolveName: () => ({ name: `\u202e${'x'.repeat(10_000)}\u0000`, picture: 'javascript:alert(1)' }),
    })
    expect(shown()).toEqual([{ name: 'x'.repeat(64), picture: undefined }])
  })

  it('are missing when an invisible character makes them somebody else’s domain (U43)', async () => {
    const disguised = await connect({ names: true, resolveName: () => 'vita\u200dlik.eth' })
    expect(disguised.shown()).toEqual([{ name: undefined, picture: undefined }])
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.eth'
    const emoji = await connect({ names: true, resolveName: () => family })
    expect(emoji.shown()).toMatchObject([{ name: family }])
  })

  it('disappear when the page switches them off (U44)', async () => {
    const { shown, client } = await connect({ names: true, resolveName: () => 'marina' })
    client.configure({ names: false })
    await pass()
    expect(shown()).toEqual([{ name: undefined, picture: undefined }])
  })
})
