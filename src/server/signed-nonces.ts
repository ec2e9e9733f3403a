import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { createSignInError } from '../errors/sign-in-error.js'
import type { Nonces } from './nonces.js'
import type { Store } from './store.js'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** In front of every nonce: a letter that is no hex digit, so that Starknet never takes the text for a number. */
const FIRST = 'n'

/** Bytes of a nonce: when it ends, in hundredths of a second since 1970; random ones; the start of the MAC over both. */
const TIME_BYTES = 5
const RANDOM_BYTES = 5
const MAC_BYTES = 12
const BYTES = TIME_BYTES + RANDOM_BYTES + MAC_BYTES

/** 30 digits of 62 hold 178 bits, and the 22 bytes have 176. */
const LENGTH = 30

const TICK = 10

function encode(bytes: Uint8Array): string {
  let value = BigInt(`0x${bytesToHex(bytes)}`)
  let text = ''
  for (let at = 0; at < LENGTH; at++) {
    text = DIGITS[Number(value % 62n)] + text
    value /= 62n
  }
  return FIRST + text
}

/** The bytes of a nonce; null for a text that none is written as. */
function decode(nonce: unknown): Uint8Array | null {
  if (typeof nonce !== 'string' || !/^n[0-9A-Za-z]{30}$/.test(nonce)) return null
  let value = 0n
  for (const digit of nonce.slice(1)) value = value * 62n + BigInt(DIGITS.indexOf(digit))
  if (value >> BigInt(8 * BYTES)) return null
  const bytes = new Uint8Array(BYTES)
  for (let at = BYTES - 1; at >= 0; at--, value >>= 8n) bytes[at] = Number(value & 0xffn)
  return bytes
}

/** Whether two lists of the same length are equal, in a time that says nothing of where they differ. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  let difference = 0
  for (const [at, byte] of a.entries()) difference |= byte ^ (b[at] as number)
  return difference === 0
}

/** What {@link createSignedNonces} takes. */
export interface SignedNonceOptions {
  /** What nonces are signed with. */
  secret: Uint8Array
  /** How long a nonce can be taken, in ms. */
  lifetime: number
  /** What the nonce may be used for; only a server with the same purpose takes it. */
  purpose: string
  /** Furthest that the clocks of two servers may be apart, in ms: a taken nonce is remembered so long past its end. */
  clockTolerance: number
  /** Epoch ms. */
  now(): number
}

/**
 * Nonces that the server knows again by its own signature, so that a flood of questions for nonces needs no room at all:
 * the store only learns of those that were taken.
 *
 * A nonce has to be letters and digits (EIP-4361) and a short string of Starknet: 31 characters at most, a letter first,
 * not hex. That is one fixed letter and 30 characters of 62, room for 178 bits. They are spent so:
 *
 * - 40 bits, when it ends, in hundredths of a second. Enough until the year 2318.
 * - 40 bits at random, so that two nonces of the same hundredth differ. With a thousand visitors a second, two get the
 *   same one in seven years, and then one of the two signs again.
 * - 96 bits of HMAC-SHA-256 over both, what the nonce is for and who it was issued to. Nobody without the secret can
 *   foresee or forge one: a guess is right once in 2^96, each guess is a request, and a right one would win no more than
 *   the next answer to the question for a nonce gives everybody.
 */
export function createSignedNonces(store: Store & { add: object }, options: SignedNonceOptions): Nonces {
  const { lifetime, purpose, now } = options
  const keyed = hmac.create(sha256, options.secret)
  const takenKey = (nonce: string) => `taken:${nonce}`

  const sign = (head: Uint8Array, session: string): Uint8Array =>
    keyed
      .clone()
      .update(concatBytes(head, utf8ToBytes(purpose + session)))
      .digest()
      .subarray(0, MAC_BYTES)

  /** @returns when the nonce ends, in epoch ms */
  function checkSigned(nonce: string, session: string): number {
    const bytes = decode(nonce)
    const head = bytes?.subarray(0, -MAC_BYTES)
    const mac = bytes?.subarray(-MAC_BYTES)
    if (!head || !mac || !isEqual(mac, sign(head, session))) throw createSignInError('nonce_unknown')
    const endsAt = Number(BigInt(`0x${bytesToHex(head.subarray(0, TIME_BYTES))}`)) * TICK
    if (endsAt <= now()) throw createSignInError('nonce_unknown')
    return endsAt
  }

  return {
    async issue(session = '') {
      const head = crypto.getRandomValues(new Uint8Array(TIME_BYTES + RANDOM_BYTES))
      let rest = Math.floor((now() + lifetime) / TICK)
      for (let at = TIME_BYTES - 1; at >= 0; at--, rest = Math.floor(rest / 256)) head[at] = rest % 256
      return encode(concatBytes(head, sign(head, session)))
    },
    async check(nonce, session = '') {
      checkSigned(nonce, session)
      if ((await store.read(takenKey(nonce))) !== null) throw createSignInError('nonce_used')
    },
    async take(nonce, session = '') {
      // Until the nonce ends by every server's clock, not by the one that takes it: another one may have issued it.
      const remembered = checkSigned(nonce, session) - now() + options.clockTolerance
      if (!(await store.add(takenKey(nonce), '', remembered))) throw createSignInError('nonce_used')
    },
  }
}
