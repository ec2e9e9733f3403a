/** One side of the popup protocol's encryption: P-256 ECDH, then AES-256-GCM over JSON. */

/** The content of an encrypted message. */
export interface Encrypted {
  iv: Uint8Array<ArrayBuffer>
  cipherText: ArrayBuffer
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const CIPHER = { name: 'AES-GCM', length: 256 }

const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** The wallet's own key pair, the same as long as the browser keeps the wallet's storage. */
export async function loadOwnKeys(): Promise<{ privateKey: CryptoKey; sender: string }> {
  const kept = localStorage.getItem('wallet-keys')
  if (kept) {
    const { jwk, sender } = JSON.parse(kept)
    return { privateKey: await crypto.subtle.importKey('jwk', jwk, CURVE, true, ['deriveKey']), sender }
  }
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveKey'])
  const sender = toHex(await crypto.subtle.exportKey('spki', pair.publicKey))
  const jwk = await crypto.subtle.exportKey('jwk', pair.privateKey)
  localStorage.setItem('wallet-keys', JSON.stringify({ jwk, sender }))
  return { privateKey: pair.privateKey, sender }
}

/** The secret shared with the page that sent its public key (SPKI in hex). */
export async function deriveSecret(privateKey: CryptoKey, sender: string): Promise<CryptoKey> {
  const theirs = await crypto.subtle.importKey('spki', fromHex(sender), CURVE, true, [])
  return crypto.subtle.deriveKey({ name: 'ECDH', public: theirs }, privateKey, CIPHER, false, [
    'encrypt',
    'decrypt',
  ])
}

/** Encrypts a value. */
export async function encrypt(secret: CryptoKey, value: unknown): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(value))
  return { iv, cipherText: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, secret, text) }
}

/** Decrypts a value. Rejects when it was encrypted with another secret. */
export async function decrypt(secret: CryptoKey, { iv, cipherText }: Encrypted): Promise<unknown> {
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, secret, cipherText)
  return JSON.parse(new TextDecoder().decode(bytes))
}
