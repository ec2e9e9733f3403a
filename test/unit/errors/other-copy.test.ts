import { expect, it } from 'vitest'
import { toWalletError } from '../../../src/errors/normalise.js'
import { UserRejectedRequestError, WalletError } from '../../../src/errors/wallet-error.js'

/** An error as another copy of this package makes it: alike in all but its class. */
const foreign = (name: string, code: unknown, message: string) =>
  Object.assign(new Error(message), { name, code })

it('takes an error of another copy of this package for its own: a page’s connector may bring one', () => {
  const error = toWalletError(foreign('WalletError', 'popup_closed', 'Closed.'), 'connect_failed')
  expect(error).toBeInstanceOf(WalletError)
  expect(error).toMatchObject({ code: 'popup_closed', message: 'Closed.' })
})

it('does so for a refusal too', () => {
  const error = toWalletError(
    foreign('UserRejectedRequestError', 'user_rejected', 'User rejected request'),
    'connect_failed',
  )
  expect(error).toBeInstanceOf(UserRejectedRequestError)
})

it.each([
  ['WalletError', 'constructor'],
  ['WalletError', 'not-a-code'],
  [
    'WalletError',
    {
      toString: () => {
        throw new Error('no')
      },
    },
  ],
  ['WalletError', undefined],
  ['Error', 'popup_closed'],
])('believes no other name or code (%s)', (name, code) => {
  expect(toWalletError(foreign(name, code, 'x'), 'connect_failed')).toMatchObject({ code: 'connect_failed' })
})
