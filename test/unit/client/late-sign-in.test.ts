import { expect, it, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

import type { SignInAdapter } from '../../../src/sign-in/adapter.js'
import { codeOf } from '../server/visitor.js'
import { createShop } from '../sign-in/shop.js'

it.each([
  ['a server that tells whose session it has', (own: SignInAdapter) => own.getSession],
  ['a server that does not tell whose session it has', () => undefined],
] as const)(
  'a sign-in that was reported as failed is not made good by a late answer: %s',
  async (_, getSession) => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const shop = createShop({
      change: (own) => ({
        async verify(proof) {
          const answer = await own.verify(proof)
          await opened
          return answer
        },
        getSession: getSession(own) as never,
      }),
    })
    await shop.connect()
    const failed = codeOf(shop.control.signIn())
    await vi.waitFor(() => expect(shop.asked).toContain('verify'))
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await failed).toBe('api_failed')
    open()
    await vi.waitFor(() => expect(shop.asked).toContain('signOut'))
    expect([shop.session(), shop.status()]).toEqual([null, 'anonymous'])
  },
)
