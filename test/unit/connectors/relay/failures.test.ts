import { expect, test } from 'vitest'
import { toPairingError, toRequestError } from '../../../../src/connectors/relay/failures.js'
import { WalletError } from '../../../../src/errors/wallet-error.js'

test.each([
  [new Error('Request expired. Please try again.'), 'request_expired'],
  [new Error("Missing or invalid. request() chainId: eip155:5 isn't in the session"), 'chain_unavailable'],
  [new Error('Missing or invalid. request() method: eth_sign'), 'not_implemented'],
  [new Error("No matching key. session topic doesn't exist: ab"), 'session_ended'],
  [new Error('WebSocket connection failed for host'), 'relay_unreachable'],
  [{ code: 6_000, message: 'User disconnected.' }, 'session_ended'],
  [new WalletError('request_unconfirmed'), 'request_unconfirmed'],
])('a request that ended with %o failed as %s', (error, code) => {
  expect(toRequestError(error)).toMatchObject({ code })
})

test('a wallet’s own error keeps its code, its text and its data; without a code it is an internal error', () => {
  const reverted = toRequestError({ code: 3, message: 'execution reverted', data: '0x08' })
  expect(reverted).toMatchObject({ code: 3, message: 'execution reverted', data: '0x08' })
  const plain = toRequestError(new Error('Out of tea'))
  expect(plain).toMatchObject({ code: -32_603, message: 'Out of tea' })
  expect('data' in plain).toBe(false)
})

test('a pairing says what the page must change, and is refused otherwise', () => {
  const own = new WalletError('session_incompatible')
  expect(toPairingError(own)).toBe(own)
  const other = new WalletError('relay_unreachable')
  expect(toPairingError(other)).toMatchObject({ code: 'connection_rejected', cause: other })
})
