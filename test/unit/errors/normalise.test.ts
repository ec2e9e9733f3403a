import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CATALOGUE, type WalletErrorCode } from '../../../src/errors/catalogue.js'
import { readErrorCode, readErrorMessage, readField, toWalletError } from '../../../src/errors/normalise.js'
import { ConnectorNotConnectedError } from '../../../src/errors/not-connected-error.js'
import {
  ConnectorNotFoundError,
  UserNotConnectedError,
  UserRejectedRequestError,
  WalletError,
} from '../../../src/errors/wallet-error.js'
import { readFailure } from '../../../src/view/failure/sentences.js'
import { anyText } from '../../counterparts/any-text.js'
import SPECIFIED_TEXTS from './specified-texts.json' with { type: 'json' }

const SECRET = '0xsecret-private-key'

const fail = () => {
  throw new Error('no')
}

/** Creates anything that may be thrown: plain values, wallets' objects, objects that throw when they are read. */
const hostile: fc.Arbitrary<() => unknown> = fc.oneof(
  fc
    .anything({ withBigInt: true, withNullPrototype: true, withDate: true, withMap: true })
    .map((value) => () => value),
  fc
    .record(
      {
        code: fc.oneof(
          fc.integer(),
          fc.constantFrom(4001, '4001', -32603, 113, 5000, 'ACTION_REJECTED'),
          fc.anything(),
        ),
        message: fc.oneof(anyText({ maxLength: 2_000 }), fc.anything()),
        data: fc.oneof(fc.record({ originalError: fc.record({ code: fc.integer() }) }), fc.anything()),
        privateKey: fc.constant(SECRET),
        stack: fc.constant(`at ${SECRET}`),
      },
      { requiredKeys: [] },
    )
    .map((value) => () => value),
  fc.string().map((message) => () => Object.freeze(new Error(message))),
  fc.constant(() => new Proxy(() => {}, { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail })),
  fc.constant(() => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  }),
)
const fallback = fc.constantFrom<WalletErrorCode>(
  'connect_failed',
  'sign_failed',
  'execute_failed',
  'wallet_failed',
)

describe('an error of any kind', () => {
  test('becomes one error with a code, at most 300 characters, the original as its cause, and no secret in its message (P16)', () => {
    fc.assert(
      fc.property(hostile, fallback, fc.boolean(), (createThrown, code, keep) => {
        const thrown = createThrown()
        const error = toWalletError(thrown, code, keep)
        expect(error).toBeInstanceOf(WalletError)
        expect(Object.keys(CATALOGUE)).toContain(error.code)
        expect(error.message.length).toBeGreaterThan(0)
        expect(error.message.length).toBeLessThanOrEqual(300)
        expect(Object.is(error.cause, thrown) || thrown === undefined || error === thrown).toBe(true)
        expect(error instanceof UserRejectedRequestError).toBe(error.code === 'user_rejected')
        expect(toWalletError(error, 'busy', !keep)).toBe(error)
        expect(`${error.message}${JSON.stringify(error)}`).not.toContain(SECRET)
      }),
      { numRuns: 1_500 },
    )
  })

  test('of an extension that was restarted under the page is wallet_unavailable, and asks for a reload (BR14)', () => {
    for (const thrown of [
      new Error('Extension context invalidated.'),
      { code: -32603, message: 'Uncaught Error: Extension context invalidated' },
    ]) {
      for (const during of ['connect_failed', 'sign_failed'] as const) {
        const { code, message, cause } = toWalletError(thrown, during, true)
        expect({ code, message }).toEqual({
          code: 'wallet_unavailable',
          message: 'The wallet’s extension was restarted. Reload the page.',
        })
        expect(readFailure({ code, cause }).failure).toBe('incomplete')
      }
    }
  })

  test('with a megabyte of text is converted as fast as any other', () => {
    for (const words of ['user ', 'request ', 'user request abor ', 'deni', 'x']) {
      const message = words.repeat(Math.ceil(1_000_000 / words.length))
      // A pattern that looks back at each letter would take hours.
      toWalletError({ message }, 'sign_failed', true)
    }
  })
})

describe('a refusal by the visitor becomes UserRejectedRequestError', () => {
  test.each([4001, 5000, 5001, 5002, 5003, 113, '4001', '5002'])('from code %s', (code) => {
    expect(toWalletError({ code, message: 'whatever' }, 'connect_failed')).toBeInstanceOf(
      UserRejectedRequestError,
    )
  })

  test.each([
    'User abort',
    'User aborted',
    'User rejected the request.',
    'MetaMask Tx Signature: User denied transaction signature.',
    'The user refused',
    'user cancelled',
    'User canceled the request',
    'Request rejected',
    'rejected by user',
    'Cancelled by the user',
    'denied by user',
    'User declined',
    'The user declined the request',
    'User disapproved requested methods',
    'User closed modal',
    'An error occurred (USER_REFUSED_OP)',
    'Rejected',
  ])('from the message “%s”', (message) => {
    for (const thrown of [message, { message }, new Error(message)]) {
      expect(toWalletError(thrown, 'sign_failed', true)).toMatchObject({
        name: 'UserRejectedRequestError',
        code: 'user_rejected',
        message: 'User rejected request',
      })
    }
  })

  test.each(['nonce too low', 'The node refused the connection', 'insufficient funds', 'useraborted', ''])(
    'but not from the message “%s”',
    (message) => {
      expect(toWalletError({ message }, 'sign_failed').code).toBe('sign_failed')
    },
  )

  test('but not when another known code comes with such a message', () => {
    expect(
      toWalletError({ code: -32002, message: 'Request denied: one is open' }, 'connect_failed').code,
    ).toBe('request_pending')
  })
})

describe('a refusal under a number that says nothing (EW06)', () => {
  test.each([
    { code: -32603, message: 'User denied message signature' },
    { code: -32603, message: 'MetaMask Tx Signature: User denied transaction signature.' },
    { code: '-32603', message: 'User rejected the request.' },
    { code: -32000, message: 'User rejected the request.' },
    new Error('Transaction was rejected'),
    new Error('User rejected the request.\n\nDetails: execution reverted'),
    new Error('The request from https://app.example was rejected'),
    { code: -32603, message: 'x', data: { originalError: { code: 4001 } } },
    { code: -32603, message: 'x', data: { code: 4001 } },
    new Error('x', { cause: { code: 4001 } }),
  ])('is UserRejectedRequestError: %j', (thrown) => {
    for (const keep of [true, false])
      expect(toWalletError(thrown, 'sign_failed', keep)).toBeInstanceOf(UserRejectedRequestError)
  })

  test.each([
    { code: -32603, message: 'The node has rejected the transaction: nonce too low' },
    new Error('The transaction was rejected by the network'),
    { code: -32603, message: 'Ledger: the user is not on the right app' },
    { code: -32602, message: 'User denied: expected a string' },
    { code: -32603, message: 'x', data: { code: -32000 } },
    new Error('Rejected by the pool'),
    { code: -32000, message: 'VM Exception while processing transaction: revert user is denied' },
    { code: -32603, message: 'Request denied: rate limit exceeded' },
    { code: -32603, message: 'User operation was rejected by the bundler' },
    new Error('The user aborted a request.'),
  ])('is no refusal of the visitor: %j', (thrown) => {
    expect(toWalletError(thrown, 'sign_failed')).not.toBeInstanceOf(UserRejectedRequestError)
  })
})

describe('the own message of a wallet’s error', () => {
  test('replaces a generic sentence, cut to 300 characters', () => {
    expect(toWalletError({ message: 'x'.repeat(5_000) }, 'execute_failed', true).message).toBe(
      'x'.repeat(300),
    )
    expect(toWalletError({ code: -32603, message: 'own' }, 'execute_failed', true)).toMatchObject({
      code: 'execute_failed',
      message: 'own',
    })
  })

  test.each([
    [-32602, 'request_invalid', 'Expected 0x-prefixed hexadecimal string “chainId”.'],
    [-32603, 'wallet_failed', 'Fee too low.'],
  ] as const)('is passed on whenever the code is %i (W10)', (code, expected, message) => {
    expect(toWalletError({ code, message }, 'connect_failed')).toMatchObject({ code: expected, message })
    const nested = { code: -32603, message, data: { originalError: { code, message: 'inner' } } }
    expect(toWalletError(nested, 'connect_failed')).toMatchObject({ code: expected, message })
    const lines = `${message}\nReceived:\n{ "params": [] }`
    expect(toWalletError({ code, message: lines }, 'connect_failed').message).toBe(message)
  })

  test.each([
    'Invalid params',
    'Invalid parameters.',
    'Invalid method parameter(s).',
    'Internal error',
    'Internal JSON-RPC error.',
    'Missing or invalid parameters. Double check you have provided the correct parameters.',
    '{"code":-32602}',
    '',
  ])('is not used when it only repeats the API’s sentence: “%s” (W10)', (message) => {
    expect(toWalletError({ code: -32602, message }, 'sign_failed', true).message).toBe(
      CATALOGUE.request_invalid,
    )
    expect(toWalletError({ code: -32603, message }, 'connect_failed').message).toBe(CATALOGUE.wallet_failed)
    expect(toWalletError({ code: -32603, message }, 'sign_failed', true).message).toBe(CATALOGUE.sign_failed)
  })

  test('is not used when it is empty, when the code says more, or when nobody asked for it', () => {
    expect(toWalletError({}, 'execute_failed', true).message).toBe('Error while execute a transaction')
    expect(toWalletError({ code: 4100, message: 'own' }, 'execute_failed', true).message).toBe(
      CATALOGUE.wallet_unauthorized,
    )
    expect(toWalletError({ message: 'own' }, 'connect_failed').message).toBe('Failed to connect to wallet')
  })
})

test('an error code is read as a number or as digits, and from inside a wrapper', () => {
  expect(readErrorCode({ code: '4001' })).toBe(4001)
  expect(readErrorCode({ code: -32603, data: { originalError: { code: '4902' } } })).toBe(4902)
  expect(readErrorCode({ data: { originalError: { code: 4902 } } })).toBe(4902)
  expect(readErrorCode({ code: 4001, data: { originalError: { code: 4902 } } })).toBe(4001)
  for (const code of ['0x1', '4001abc', {}, [], null, true, '1234567'])
    expect(readErrorCode({ code })).toBeUndefined()
  for (const thrown of [null, undefined, 5, 'x']) expect(readErrorCode(thrown)).toBeUndefined()
})

test('a field can be read from any value', () => {
  expect([readField({ a: 1 }, 'a'), readField(() => {}, 'name'), readField('text', 'length')]).toEqual([
    1,
    '',
    undefined,
  ])
  expect(readErrorMessage({ message: 5 })).toBe('')
})

describe('the catalogue of errors', () => {
  test('has the specification’s texts to the letter', () => {
    expect(new ConnectorNotConnectedError().message).toBe('Connector not connected')
    expect(new ConnectorNotFoundError().message).toBe('Connector not found')
    expect(new UserRejectedRequestError().message).toBe('User rejected request')
    expect(new UserNotConnectedError().message).toBe('User not connected')
    expect(CATALOGUE).toMatchObject(SPECIFIED_TEXTS)
  })

  test('has its own text for every code, without words of validation libraries (J19)', () => {
    const texts = Object.values(CATALOGUE)
    for (const text of texts) {
      expect(text).toMatch(/\S{2,}/)
      expect(text).not.toMatch(
        /\b(?:Required|Expected .* received|Invalid (?:email|input|type)|undefined|NaN)\b/,
      )
    }
    expect(new Set(Object.keys(CATALOGUE)).size).toBe(texts.length)
  })

  test('gives each named error its name and code, and does not print the original', () => {
    const cause = { token: 'secret' }
    const error = new UserRejectedRequestError(cause)
    expect(error).toMatchObject({ name: 'UserRejectedRequestError', code: 'user_rejected' })
    expect(error.cause).toBe(cause)
    expect(JSON.stringify(error)).not.toContain('secret')
    expect([
      new ConnectorNotConnectedError(),
      new ConnectorNotFoundError(),
      new UserNotConnectedError(),
    ]).toMatchObject([
      { name: 'ConnectorNotConnectedError', code: 'not_connected' },
      { name: 'ConnectorNotFoundError', code: 'not_found' },
      { name: 'UserNotConnectedError', code: 'user_not_connected' },
    ])
  })
})

describe('a wallet that cannot take a request now', () => {
  test.each([
    [-32001, 'Already processing connect. Please wait.'],
    [undefined, 'Already processing eth_requestAccounts. Please wait.'],
    [
      -32603,
      "Request of type 'wallet_requestPermissions' already pending for origin https://shop.example. Please wait.",
    ],
    [-32000, 'A request is already in progress'],
    [undefined, 'You have a pending request. Answer it first.'],
  ])('WP06: still shows another one, in its own number and words: %s %s', (code, message) => {
    expect(toWalletError({ code, message }, 'connect_failed').code).toBe('request_pending')
  })

  test.each(['KeyRing is locked', 'The wallet is locked', 'No account selected'])(
    'WP03: is locked, in its own words: %s',
    (message) => {
      expect(toWalletError(new Error(message), 'connect_failed').code).toBe('wallet_locked')
    },
  )

  test.each([
    'transaction already pending in the pool',
    'already known',
    'Ledger device: Locked device',
    'too many pending requests of this node',
    'execution reverted: vault is locked',
  ])('WP06: says none of this of a node, a contract or a device: %s', (message) => {
    expect(toWalletError({ code: -32000, message }, 'execute_failed').code).toBe('execute_failed')
  })
})
