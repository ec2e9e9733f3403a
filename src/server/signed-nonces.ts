import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { createSignInError } from '../errors/sign-in-error.js'
import type { Nonces } from './nonces.js'
import type { Store } from './store.js'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The first letter of every nonce. It is not a hex digit, so Starknet never reads the text as a number. */
const FIRST = 'n'

/**
 * The bytes of a nonce: its expiry in hundredths of a second since 1970; random bytes; the start of the MAC over both.
 */
const TIME_BYTES = 5
const RANDOM_BYTES = 5
const MAC_BYTES = 12
const BYTES = TIME_BYTES + RANDOM_BYTES + MAC_BYTES

/** 30 characters out of 62 hold 178 bits, and the 22 bytes have 176. */
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

/** Decodes the bytes of a nonce; null for a text that is not a nonce. */
function decode(nonce: unknown): Uint8Array | null {
  if (typeof nonce !== 'string' || !/^n[0-9A-Za-z]{30}$/.test(nonce)) return null
  let value = 0n
  for (const digit of nonce.slice(1)) value = value * 62n + BigInt(DIGITS.indexOf(digit))
  if (value >> BigInt(8 * BYTES)) return null
  const bytes = new Uint8Array(BYTES)
  for (let at = BYTES - 1; at >= 0; at--, value >>= 8n) bytes[at] = Number(value & 0xffn)
  return bytes
}

/** Compares two lists of the same length in a time that does not depend on where they differ. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  let difference = 0
  for (const [at, byte] of a.entries()) difference |= byte ^ (b[at] as number)
  return difference === 0
}

/** Options of {@link createSignedNonces}. */
export interface SignedNonceOptions {
  /** Signs the nonces. It is read with the first: a runtime may give no random bytes while its modules start. */
  secret(): Uint8Array
  /** How long a nonce can be used, in ms. */
  lifetime: number
  /** What the nonce may be used for; only a server with the same purpose accepts it. */
  purpose: string
  /** How far the clocks of two servers may be apart, in ms: a used nonce is remembered this long past its expiry. */
  clockTolerance: number
  /** Epoch ms. */
  now(): number
}

/**
 * Creates nonces that the server recognises by its own signature. A flood of requests for nonces then needs no storage,
 * because the store only keeps those that were used.
 *
 * A nonce must be letters and digits (EIP-4361) and a short string of Starknet: 31 characters at most, a letter first,
 * not hex. That leaves one fixed letter and 30 characters out of 62, which hold 178 bits:
 *
 * - 40 bits: the expiry, in hundredths of a second. Enough until the year 2318.
 * - 40 random bits, so that two nonces of the same hundredth of a second differ. With a thousand visitors a second, two
 *   get the same nonce once in seven years, and then one of the two has to sign again.
 * - 96 bits of HMAC-SHA-256 over both, the purpose of the nonce and who it was issued to. Nobody can predict or forge a
 *   nonce without the secret: a guess succeeds once in 2^96, each guess is a request, and a right guess wins no more
 *   than the next issued nonce, which everybody can get.
 */
export function createSignedNonces(store: Store & { add: object }, options: SignedNonceOptions): Nonces {
  const { lifetime, purpose, now } = options
  let keyed: ReturnType<typeof hmac.create> | undefined
  const takenKey = (nonce: string) => `taken:${nonce}`

  function sign(head: Uint8Array, session: string): Uint8Array {
    keyed ??= hmac.create(sha256, options.secret())
    return keyed
      .clone()
      .update(concatBytes(head, utf8ToBytes(purpose + session)))
      .digest()
      .subarray(0, MAC_BYTES)
  }

  /** @returns when the nonce expires, in epoch ms */
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
      // Remember it until the nonce expires by every server's clock, because another server may have issued it.
      const remembered = checkSigned(nonce, session) - now() + options.clockTolerance
      if (!(await store.add(takenKey(nonce), '', remembered))) throw createSignInError('nonce_used')
    },
  }
}
