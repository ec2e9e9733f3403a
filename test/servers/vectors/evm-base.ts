import { keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { SignInMessage } from '../../../src/protocol/siwe/message.js'
import { NONCE, SITE } from './vector.js'

/** A key that everybody knows. */
const keyOf = (name: string) => privateKeyToAccount(keccak256(toHex(`wallet-connect-button ${name}`)))
/** The key that owns the accounts, and another key. */
export const [owner, stranger] = [keyOf('owner'), keyOf('stranger')]

/** The order of the curve (SEC 2, secp256k1). */
export const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The message that all others are variants of. */
export const base = (address: string = owner.address): SignInMessage => ({
  domain: SITE.domain,
  address,
  uri: `https://${SITE.domain}/login`,
  version: '1',
  chainId: 1,
  nonce: NONCE,
  issuedAt: SITE.now,
})
