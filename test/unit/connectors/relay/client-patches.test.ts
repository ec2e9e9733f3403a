import { SignClient } from '@walletconnect/sign-client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { patchClient } from '../../../../src/connectors/relay/client-patches.js'
import { RELAY_LIMITS } from '../../../../src/connectors/relay/limits.js'

it('a wallet that ends a session which the page has just ended leaves no failure unhandled', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const client = new SignClient({ projectId: '0'.repeat(32), logger: 'silent' })
  patchClient(client, 'wcb-evm', RELAY_LIMITS, () => false)
  const payload = { id: 1, params: { code: 6_000, message: 'User disconnected.' } }
  const engine = client.engine as never as {
    onSessionDeleteRequest(topic: string, payload: object): Promise<void>
  }
  await engine.onSessionDeleteRequest('ab'.repeat(32), payload)
  // An unhandled rejection is reported once the tasks that are due have run.
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).not.toHaveBeenCalled()
})
