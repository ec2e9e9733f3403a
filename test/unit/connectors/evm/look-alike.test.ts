import { describe, expect, it } from 'vitest'
import { createInjectedSource } from '../../../../src/connectors/evm/injected/discovery.js'
import { isLookAlike } from '../../../../src/connectors/evm/injected/look-alike.js'
import { installPageEvents } from '../../../counterparts/page-events.js'

const page = installPageEvents()

describe('a wallet with a well-known name (Y19, Y20)', () => {
  it.each([
    ['MetaMask', 'com.example'],
    ['meta mask', 'io.metamaskx'],
    ['МеtаМаsk', 'com.example'],
    ['ＭｅｔａＭａｓｋ', 'com.example'],
    ['Métämask!', 'com.example'],
    ['MetaMask Wallet (official)', 'com.example'],
    ['C0inbase Wallet', 'org.example'],
    ['Rаbby Wallet', 'io.rabby-wallet'],
    ['BR03: ΜetaMask', 'com.example'],
    ['BR03: ΜΕΤΑΜΑSΚ', 'com.example'],
    ['BR03: МЕТАМASK', 'com.example'],
    ['BR03: RΑІNBΟW', 'com.example'],
  ])('and another rdns is a look-alike: %s, %s', (name, rdns) => expect(isLookAlike(name, rdns)).toBe(true))

  it.each([
    ['MetaMask', 'io.metamask'],
    ['MetaMask Flask', 'io.metamask.flask'],
    ['MetaMask', 'io.metamask.mobile'],
    ['Rabby Wallet', 'io.rabby'],
    ['OKX Wallet', 'com.okex.wallet'],
    ['Phantom', 'app.phantom'],
    ['狐狸', 'com.example'],
  ])('and its rdns, or with a name of its own, is no look-alike: %s, %s', (name, rdns) =>
    expect(isLookAlike(name, rdns)).toBe(false),
  )

  it('shows its rdns in its row', () => {
    const rows: unknown[] = []
    const stop = createInjectedSource().start(
      ({ name, subtitle }) => rows.push([name, subtitle]),
      () => {},
    )
    for (const [index, rdns] of ['io.metamask', 'com.example.fox'].entries()) {
      const info = { uuid: String(index), name: 'MetaMask', icon: 'data:image/png,', rdns }
      const detail = { info, provider: { request: async () => null } }
      page.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }))
    }
    expect(rows).toEqual([
      ['MetaMask', undefined],
      ['MetaMask', 'com.example.fox'],
    ])
    stop?.()
  })
})
