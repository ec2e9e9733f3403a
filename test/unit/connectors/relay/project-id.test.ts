import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const OWN = '0123456789abcdef0123456789abcdef'
const PUBLISHERS = 'fedcba9876543210fedcba9876543210'

/** The module as a build with this project id has it. */
async function build(id: string) {
  vi.resetModules()
  vi.stubGlobal('__WCB_PROJECT_ID__', id)
  return import('../../../../src/connectors/relay/project-id.js')
}

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the page’s project id goes before the publisher’s, and nothing is said', async () => {
  const { readProjectId } = await build(PUBLISHERS)
  expect(readProjectId(` ${OWN} `)).toBe(OWN)
  expect(console.info).not.toHaveBeenCalled()
})

test('the publisher’s is used where the page has none, with one notice on the console', async () => {
  const { readProjectId, hasProjectId } = await build(PUBLISHERS)
  expect([hasProjectId(''), readProjectId(''), readProjectId(undefined)]).toEqual([
    true,
    PUBLISHERS,
    PUBLISHERS,
  ])
  expect(console.info).toHaveBeenCalledOnce()
  expect(console.info).toHaveBeenCalledWith(expect.stringContaining('default WalletConnect project id'))
})

test('without either the wallets on a phone are not offered, and a text says what to set', async () => {
  const { readProjectId, hasProjectId } = await build('')
  expect(hasProjectId(' ')).toBe(false)
  expect(() => readProjectId(undefined)).toThrow(
    expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining('project-id') }),
  )
})
