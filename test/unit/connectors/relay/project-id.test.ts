import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const OWN = '0123456789abcdef0123456789abcdef'
const PUBLISHERS = 'fedcba9876543210fedcba9876543210'

/** Reads a page's project id as in a build with this id. */
async function build(id: string) {
  vi.resetModules()
  vi.stubGlobal('__WCB_PROJECT_ID__', id)
  const { resolveConfig } = await import('../../../../src/client/config.js')
  const { requireProjectId } = await import('../../../../src/connectors/relay/project-id.js')
  return (projectId?: string) => requireProjectId(resolveConfig(projectId === undefined ? {} : { projectId }))
}

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the page’s project id replaces the publisher’s, without a console message (Z08)', async () => {
  const read = await build(PUBLISHERS)
  expect(read(` ${OWN} `)).toBe(OWN)
  expect(console.info).not.toHaveBeenCalled()
})

test('the publisher’s project id is used when the page has none, with one notice on the console (Z08)', async () => {
  const read = await build(PUBLISHERS)
  expect([read(''), read(' '), read()]).toEqual([PUBLISHERS, PUBLISHERS, PUBLISHERS])
  expect(console.info).toHaveBeenCalledOnce()
  expect(console.info).toHaveBeenCalledWith(expect.stringContaining('default WalletConnect project id'))
})

test('without any project id the relay is not asked, and an error says what to set', async () => {
  const read = await build('')
  expect(() => read()).toThrow(
    expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining('project-id') }),
  )
})
