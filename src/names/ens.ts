import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { cleanName } from '../connectors/name-and-icon.js'
import { type AccountName, cleanAccountName } from './account-name.js'

/** The ENS registry on Ethereum. */
const ENS_REGISTRY = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'

/** The longest answer that we read, in hex digits: a name, or a picture of 128 Ki characters. */
const MAX_ENS_ANSWER = 2 * 140_000

/** Function selectors of registry and resolvers (EIP-137, EIP-181, EIP-634). */
const RESOLVER = '0178b8bf'
const NAME = '691f3431'
const ADDR = '3b3b57de'
const TEXT = '59d1d43c'
/** ABI of the text `avatar`, which follows the node: offset, length, bytes. */
const AVATAR =
  [64n, 6n].map((word) => word.toString(16).padStart(64, '0')).join('') + '617661746172'.padEnd(64, '0')

/** Calls a contract with hex data. @returns its answer in hex, unchecked */
export type EthCall = (to: string, data: string) => Promise<unknown>

/** The hash of a name (EIP-137). @returns hex without `0x` */
export const namehash = (name: string): string =>
  bytesToHex(
    name
      .split('.')
      .reduceRight(
        (node, label) => keccak_256(concatBytes(node, keccak_256(utf8ToBytes(label)))),
        new Uint8Array(32),
      ),
  )

/** Reads an ABI-encoded address; null for zero and for anything else. */
const readAddress = (answer: unknown): string | null => {
  const found = typeof answer === 'string' ? /^0x0{24}([0-9a-f]{40})$/i.exec(answer)?.[1] : undefined
  return found && !/^0+$/.test(found) ? `0x${found.toLowerCase()}` : null
}

/** Reads an ABI-encoded text; empty for anything else. */
function readText(answer: unknown): string {
  if (
    typeof answer !== 'string' ||
    answer.length > MAX_ENS_ANSWER ||
    !/^0x(?:[0-9a-f]{64}){2,}/i.test(answer)
  )
    return ''
  const hex = answer.slice(2)
  const at = Number.parseInt(hex.slice(0, 64), 16) * 2
  const length = Number.parseInt(hex.slice(at, at + 64), 16) * 2
  const bytes = hex.slice(at + 64, at + 64 + length)
  if (!(length > 0) || bytes.length !== length || !/^[0-9a-f]+$/i.test(bytes)) return ''
  return new TextDecoder().decode(hexToBytes(bytes))
}

/**
 * Whether a name can be shown: it is normalised as far as we can check without the tables of ENS, and has no invisible
 * characters. ENS maps other forms of a letter to the letter, but no emoji to letters (ENSIP-15).
 */
const isPlain = (name: string): boolean =>
  name.length <= 255 &&
  name === cleanName(name) &&
  name.split(/\p{Extended_Pictographic}/u).every((text) => text === text.normalize('NFKC').toLowerCase()) &&
  name.split('.').every((label) => label !== '' && !/[\s/\\<>"'`]/.test(label))

/**
 * Reads the ENS name and picture of an account. Anybody can set a reverse record to any name, so a name counts only
 * when it leads back to the account (ENSIP-3).
 *
 * Names outside of the chain (EIP-3668), wildcards (ENSIP-10) and pictures that are not at an https address are not
 * read, because we would have to ask a third party.
 */
export async function readEnsName(call: EthCall, account: string): Promise<AccountName> {
  const findResolver = async (hash: string) => readAddress(await call(ENS_REGISTRY, `0x${RESOLVER}${hash}`))
  const own = account.toLowerCase()
  const reverse = namehash(`${own.slice(2)}.addr.reverse`)
  const reverseResolver = await findResolver(reverse)
  if (!reverseResolver) return {}
  const name = readText(await call(reverseResolver, `0x${NAME}${reverse}`))
  if (!name || !isPlain(name)) return {}
  const node = namehash(name)
  const resolver = await findResolver(node)
  if (!resolver || readAddress(await call(resolver, `0x${ADDR}${node}`)) !== own) return {}
  // A name is valid without a picture.
  const picture = readText(await call(resolver, `0x${TEXT}${node}${AVATAR}`).catch(() => ''))
  return cleanAccountName({ name, picture })
}
