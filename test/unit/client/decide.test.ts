import { describe, expect, it } from 'vitest'
import { decide, type Situation } from '../../../src/client/decide.js'
import type { Connector } from '../../../src/connectors/connector.js'
import { createOwnConnector } from './fixture.js'

const row = (id: string, more: Partial<Connector> = {}) => createOwnConnector({ id, ...more }).connector
const one = row('one')
const two = row('two')
const window = row('window', { opensWindow: true })
const phone = row('phone', { canConnectViaQrCode: true })
const install = row('install', { availability: 'install' })
const owner = row('owner', { ownsBrowser: true })
const other = row('other', { ownsBrowser: true })

/** A first visit, when every wait is over. */
const first: Situation = {
  isList: false,
  isConnected: false,
  wasAsked: true,
  rows: [],
  isNamed: false,
  isSettled: true,
  isExpecting: false,
  isLoading: false,
}

type Case = [what: string, given: Partial<Situation>, decision: unknown]

const say = (decision: unknown) => (decision as Connector).id ?? decision

describe('a call of connect()', () => {
  const cases: Case[] = [
    ['canAsk, a connection stands', { isConnected: true, rows: [one, two] }, 'take'],
    ['alwaysAsk, a connection stands', { isList: true, isConnected: true, rows: [one] }, 'list'],
    ['canAsk, the last wallet was not asked', { wasAsked: false, rows: [one] }, 'restore'],
    ['alwaysAsk asks no last wallet', { isList: true, wasAsked: false, rows: [one, two] }, 'list'],
    ['one row, and time is left', { rows: [one], isSettled: false }, 'wait'],
    ['no row, and time is left', { isSettled: false }, 'wait'],
    ['no row, and time is left, alwaysAsk', { isList: true, isSettled: false }, 'wait'],
    ['one row, alwaysAsk: no waiting', { isList: true, rows: [one], isSettled: false }, 'list'],
    ['one row that owns the browser, alwaysAsk', { isList: true, rows: [owner], isSettled: false }, 'wait'],
    ['two rows: the list is shown without waiting', { rows: [one, install], isSettled: false }, 'list'],
    ['no row at all', {}, 'list'],
    ['one wallet alone', { rows: [one] }, 'one'],
    ['one wallet alone, alwaysAsk', { isList: true, rows: [one] }, 'list'],
    ['one wallet, and a part still loads', { rows: [one], isLoading: true }, 'list'],
    ['the wallet’s own browser, any mode', { isList: true, rows: [owner, window, phone] }, 'owner'],
    ['two wallets that own it', { rows: [owner, other] }, 'list'],
    ['one to come that may own it', { rows: [window, phone], isExpecting: true, isSettled: false }, 'wait'],
    ['one that did not come', { rows: [window, phone], isExpecting: true }, 'list'],
  ]
  it.each(cases)('%s', (_, given, decision) => expect(say(decide({ ...first, ...given }))).toBe(decision))

  const newcomers: Case[] = [
    ['a wallet and a row to install', { rows: [one, install] }, 'list'],
    ['somebody’s window and a row to install', { rows: [window, install] }, 'list'],
    ['a code and a row to install', { rows: [phone, install] }, 'list'],
    ['a row to install alone', { rows: [install] }, 'list'],
    ['a row to install alone, named', { rows: [install], isNamed: true }, 'list'],
    ['somebody’s window alone', { rows: [window] }, 'list'],
    ['somebody’s window alone, named by the page', { rows: [window], isNamed: true }, 'window'],
    ['a code alone', { rows: [phone] }, 'list'],
    ['a code alone, named by the page', { rows: [phone], isNamed: true }, 'phone'],
  ]
  it.each(newcomers)('for a newcomer, %s (U01)', (_, given, decision) =>
    expect(say(decide({ ...first, ...given }))).toBe(decision),
  )
})
