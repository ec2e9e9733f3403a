import { expect, it, vi } from 'vitest'

vi.hoisted(() => vi.stubGlobal('__WCB_VERSION__', '0'))

import { createWalletClient } from '../../../src/client/create-wallet-client.js'
import { ButtonClass } from '../../../src/element/accessors.js'

it('before the app has loaded, `state` has every field that a client’s state has (U26)', () => {
  const { prototype } = ButtonClass
  const client = createWalletClient({}, [])
  const { chains, appName, ...idle } = client.getState()
  client.dispose()
  // Those two are the configuration's, which nobody has read yet.
  expect(prototype.state).toEqual({ ...idle, chains: [], appName: '' })
  expect(prototype.status).toBe('idle')
})
