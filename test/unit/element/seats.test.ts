import { expect, it, vi } from 'vitest'

vi.hoisted(() => vi.stubGlobal('__WCB_VERSION__', '0'))

import type { WalletConnectButton } from '../../../src/element/button-api.js'
import type { User } from '../../../src/element/hub.js'
import { createStore } from '../../../src/element/open-store.js'
import { PARTS } from '../../../src/element/parts.js'
import { createSeats } from '../../../src/element/seats.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'

/** What a store reads of an element that has just been removed from its page. */
const createElement = (apiUrl: string) =>
  ({
    ...{ store: 'default', apiUrl, storage: createMemoryStorage(), dataset: {} },
    getAttribute: () => null,
    hasAttribute: () => false,
    querySelector: () => null,
    [PARTS]: { root: { querySelector: () => null } },
  }) as unknown as WalletConnectButton

it('who is signed in is no longer unknown when the element that named the server has left, also the one in use', () => {
  const create = (first: User) => createStore(first, {} as never, () => {})
  const seats = createSeats(create, () => {})
  const element = createElement('/api')
  const { client, signIn } = seats.use(element)
  signIn.update()
  expect(client.getState().auth.status).toBe('unknown')
  seats.leave(element)
  expect(client.getState().auth.status).toBe('anonymous')
  client.dispose()
})
