import { expect, it } from 'vitest'
import { toWalletError } from '../../../src/errors/normalise.js'
import { UserRejectedRequestError, WalletError } from '../../../src/errors/wallet-error.js'

/** An error of another copy of this package: it differs only in its class. */
const foreign = (name: string, code: unknown, message: string) =>
  Object.assign(new Error(message), { name, code })

it('an error of another copy of this package counts as ours, because a page’s connector may bring a copy', () => {
  const error = toWalletError(foreign('WalletError', 'popup_closed', 'Closed.'), 'connect_failed')
  expect(error).toBeInstanceOf(WalletError)
  expect(error).toMatchObject({ code: 'popup_closed', message: 'Closed.' })
})

it('a refusal from another copy of this package counts as ours', () => {
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
])('an error of another copy with an unknown name or code (%s) does not count as ours', (name, code) => {
  expect(toWalletError(foreign(name, code, 'x'), 'connect_failed')).toMatchObject({ code: 'connect_failed' })
})
