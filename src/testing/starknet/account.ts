import { getStarkKey, sign, verify } from '@scure/starknet'
import { hashPedersen, toFelt, toHex } from './hash.js'

/**
 * The form of an account contract's signature: `plain` r and s; `argent` a count, then type, key, r, s for each signer;
 * `argent-guardian` the same with two signers; `braavos` begins with a 1.
 */
export type SignatureLayout = 'plain' | 'argent' | 'argent-guardian' | 'braavos'

/** A test account: a Stark key and the contract that it controls. */
export interface ScriptedAccount {
  /** `0x` and 64 hex digits. */
  readonly address: string
  readonly publicKey: string
  readonly layout: SignatureLayout
  readonly classHash: string
  /** Signs a hash. @returns felts in hex, in the account's layout */
  sign(hash: bigint): string[]
}

/** OpenZeppelin's account, whose constructor takes the public key. */
const CLASS_HASH = '0x5b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564'

const GUARDIAN_KEY = 'a11ce'

const toDigits = (felt: bigint): string => felt.toString(16).padStart(64, '0')

/** Computes the address of a contract deployed from a class (Starknet, contract address). */
export function computeAddress(
  classHash: string,
  salt: string,
  constructorCalldata: readonly string[],
): string {
  const hash = hashPedersen([
    toFelt('STARKNET_CONTRACT_ADDRESS'),
    0n,
    BigInt(salt),
    BigInt(classHash),
    hashPedersen(constructorCalldata.map(BigInt)),
  ])
  return `0x${toDigits(hash % (2n ** 251n - 256n))}`
}

function signPlain(hash: bigint, privateKey: string): string[] {
  const { r, s } = sign(toDigits(hash), privateKey)
  return [toHex(r), toHex(s)]
}

const made = new Map<string, ScriptedAccount>()

/** Creates a test account from a private key in hex. Never use it for real funds. */
export function createScriptedAccount(
  privateKey: string,
  layout: SignatureLayout = 'plain',
): ScriptedAccount {
  // Tests create the same few accounts over and over, and an address costs some milliseconds.
  const name = `${privateKey} ${layout}`
  const account = made.get(name) ?? makeAccount(privateKey, layout)
  made.set(name, account)
  return account
}

function makeAccount(privateKey: string, layout: SignatureLayout): ScriptedAccount {
  const key = privateKey.replace(/^0x/, '').padStart(64, '0')
  const publicKey = getStarkKey(key)
  return {
    address: computeAddress(CLASS_HASH, publicKey, [publicKey]),
    publicKey,
    layout,
    classHash: CLASS_HASH,
    sign(hash) {
      const own = signPlain(hash, key)
      if (layout === 'plain') return own
      if (layout === 'braavos') return ['0x1', ...own]
      const signer = ['0x0', publicKey, ...own]
      if (layout === 'argent') return ['0x1', ...signer]
      const guardian = GUARDIAN_KEY.padStart(64, '0')
      return ['0x2', ...signer, '0x0', getStarkKey(guardian), ...signPlain(hash, guardian)]
    },
  }
}

/** Checks a signature of the account as its contract would: is_valid_signature (SNIP-6). */
export function isValidSignature(
  account: Pick<ScriptedAccount, 'publicKey' | 'layout'>,
  hash: bigint,
  signature: readonly string[],
): boolean {
  const felts = signature.map(BigInt)
  const check = (publicKey: string, r?: bigint, s?: bigint): boolean => {
    if (r === undefined || s === undefined) return false
    try {
      // We only know the x of a public key; a signature by either point with this x is valid.
      return ['02', '03'].some((prefix) =>
        verify(`${toDigits(r)}${toDigits(s)}`, toDigits(hash), prefix + toDigits(BigInt(publicKey)), {
          format: 'compact',
        }),
      )
    } catch {
      return false
    }
  }
  const isSigner = (at: number, publicKey: string) =>
    felts[at] === 0n && felts[at + 1] === BigInt(publicKey) && check(publicKey, felts[at + 2], felts[at + 3])
  switch (account.layout) {
    case 'plain':
      return felts.length === 2 && check(account.publicKey, felts[0], felts[1])
    case 'braavos':
      return felts.length === 3 && felts[0] === 1n && check(account.publicKey, felts[1], felts[2])
    case 'argent':
      return felts.length === 5 && felts[0] === 1n && isSigner(1, account.publicKey)
    case 'argent-guardian': {
      const guardian = getStarkKey(GUARDIAN_KEY.padStart(64, '0'))
      return felts.length === 9 && felts[0] === 2n && isSigner(1, account.publicKey) && isSigner(5, guardian)
    }
  }
}
