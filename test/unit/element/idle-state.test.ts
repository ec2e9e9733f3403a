import { expect, it, vi } from 'vitest'

vi.hoisted(() => vi.stubGlobal('__WCB_VERSION__', '0'))

import { createWalletClient } from '../../../src/client/create-wallet-client.js'
import { ButtonClass } from '../../../src/element/accessors.js'

it('`state` has every field of a client’s state before the app has loaded (U26)', () => {
  const { prototype } = ButtonClass
  const client = createWalletClient({}, [])
  const { chains, appName, ...idle } = client.getState()
  client.dispose()
  // These two come from the configuration, which nobody has read yet.
  const page = { apiUrl: null, signInAdapter: undefined }
  expect(Reflect.get(prototype, 'state', page)).toEqual({ ...idle, chains: [], appName: '' })
  expect(Reflect.get(prototype, 'status', page)).toBe('idle')
})
