import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['only where Node has none: it has one', class {}, false],
  ['where Node has none', undefined, true],
])('the relay’s client gets a socket class %s', async (_, own, isGiven) => {
  vi.resetModules()
  vi.stubGlobal('WebSocket', own)
  const { loadRelayClient } = await import('../../../../src/connectors/relay/warm.js')
  const { socketClass } = await import('../../../../src/connectors/relay/socket-class.js')
  await loadRelayClient()
  expect(!!socketClass.WebSocket).toBe(isGiven)
})
