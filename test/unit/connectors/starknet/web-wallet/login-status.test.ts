import { expect, it } from 'vitest'
import { resolveConfig } from '../../../../../src/client/config.js'
import { openWebSession } from '../../../../../src/connectors/starknet/web-wallet/session.js'
import type { Surface } from '../../../../../src/connectors/starknet/web-wallet/surface.js'

const ACCOUNT = `0x${'1'.padStart(64, '0')}`

/** A session of a framed wallet. @param status what the wallet answers when it is asked for the login */
function open(status: () => unknown) {
  const ask = async () => status()
  const surface: Surface = {
    isFramed: true,
    visit: async (_route, run) => run(ask),
    askSilently: async () => ask,
    subscribe: () => () => {},
    hold: () => null as never,
    focus() {},
    end() {},
  }
  return openWebSession({
    surface,
    login: { dialect: 'v3', accounts: [ACCOUNT], chainId: 'starknet:SN_MAIN' },
    chainId: 'starknet:SN_MAIN',
    config: resolveConfig({ appName: 'Shop', chains: 'starknet:SN_MAIN' }),
  })
}

it.each([
  [true, true],
  [false, false],
])('a framed e-mail wallet goes on as long as the visitor is logged in: %s', async (isLoggedIn, goesOn) => {
  const session = open(() => ({ isLoggedIn, isPreauthorized: true }))
  const found = await session.refresh?.()
  if (goesOn) expect(found).toMatchObject({ account: ACCOUNT })
  else expect(found).toBe(null)
  await session.disconnect()
})

it.each([
  [
    'cannot reach its server',
    { message: 'Failed to fetch', code: -32603, data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 } },
  ],
  ['fails without a word', { message: 'Internal server error', code: -32603, data: {} }],
  ['takes too long', { message: 'timeout', code: -32008, data: { code: 'TIMEOUT', httpStatus: 408 } }],
])('a framed e-mail wallet that %s when the tab is seen again has not disconnected', async (_name, error) => {
  const session = open(() => {
    throw error
  })
  const found = await session.refresh?.().catch(() => 'nothing learned')
  expect(found).not.toBe(null)
  await session.disconnect()
})
