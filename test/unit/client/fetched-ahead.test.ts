import { expect, test, vi } from 'vitest'

/** Whether the code of calls and of typed data has been fetched. */
const code = vi.hoisted(() => ({ isFetched: false }))
vi.mock('../../../src/client/execution.js', async (original) => {
  code.isFetched = true
  return original()
})

import { ALICE, connectOne, connectOwn } from './fixture.js'

test('the code of calls waits for the first call to a wallet in the page', async () => {
  const { client } = await connectOne()
  expect(code.isFetched).toBe(false)
  await client.signMessage('Hello')
  expect(code.isFetched).toBe(false)
})

test('the code of calls is there before the first tap where the wallet is an app on a phone: the browser opens it only then', async () => {
  const session = { topic: 'a', account: ALICE, accounts: [ALICE], chainId: 'eip155:1' } as const
  await connectOwn(session, { namespace: 'eip155' })
  await vi.waitFor(() => expect(code.isFetched).toBe(true))
})
