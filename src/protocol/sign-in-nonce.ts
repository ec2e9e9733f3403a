import { createSignInError } from '../errors/sign-in-error.js'
import type { Namespace } from './caip2.js'
import { isEvmNonce } from './evm-nonce.js'
import { type IssuedNonce, parseIssuedNonce } from './starknet-message.js'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ALPHABET = `${LETTERS}0123456789`

/** Letters that are not hex digits. A nonce that begins with such a letter never looks like a number. */
const FIRST_LETTERS = LETTERS.replace(/[a-f]/gi, '')

/**
 * Length of our own nonces: 23 characters out of 62 and one out of 40 make 142 bits, and a short string holds 31
 * characters.
 */
const NONCE_LENGTH = 24

/**
 * Whether a text may be a nonce on every chain: a letter, then letters and digits, 17 to 31 in all, and not all hex
 * digits.
 *
 * Starknet has room for 31 characters, and turns a text that looks like a number into a number, so that two different
 * nonces could be the same felt. EVM chains allow more: {@link isEvmNonce}.
 */
export const isSignInNonce = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z][A-Za-z0-9]{16,30}$/.test(value) && !/^[0-9A-Fa-f]+$/.test(value)

/** Creates a nonce from the platform's secure random numbers. */
export function createSignInNonce(): string {
  let nonce = ''
  while (nonce.length < NONCE_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      const letters = nonce === '' ? FIRST_LETTERS : ALPHABET
      // Bytes above the last whole multiple are dropped, because they would make the first letters more likely.
      if (byte < 256 - (256 % letters.length)) nonce += letters[byte % letters.length]
      if (nonce.length === NONCE_LENGTH) break
    }
  }
  return nonce
}

/**
 * Reads a server's answer to the request for a nonce: `{ nonce, domain }`, the same as JSON text, or the nonce alone,
 * with `domain` as its domain (specification).
 *
 * @param namespace the namespace of the message: EIP-4361 allows more than a text on Starknet
 * @throws WalletError `request_invalid` for any other answer, `message_invalid` for a nonce that {@link isEvmNonce} or,
 * on
 * Starknet, {@link isSignInNonce} refuses
 */
export function parseNonceAnswer(answer: unknown, namespace: Namespace): IssuedNonce {
  const issued = parseIssuedNonce(answer)
  if (namespace === 'eip155' ? isEvmNonce(issued.nonce) : isSignInNonce(issued.nonce)) return issued
  throw createSignInError(
    'message_invalid',
    namespace === 'eip155'
      ? 'the nonce must be 8 to 256 letters and digits'
      : 'the nonce must be 17 to 31 letters and digits, begin with a letter and not look like hex',
  )
}
