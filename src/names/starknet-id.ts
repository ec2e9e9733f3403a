import { callContract } from '../connectors/starknet/contract-call.js'
import type { StarknetNode } from '../connectors/starknet/node.js'
import { readFelt, toFeltHex } from '../protocol/felt.js'
import { readStarknetAddress, toRpcAddress } from '../protocol/starknet-address.js'
import type { AccountName } from './account-name.js'

/** The naming contract of Starknet ID on each chain. */
const NAMING: Readonly<Record<string, string>> = {
  'starknet:SN_MAIN': '0x6ac597f8116f886fa1c97a23fa4e08299975ecaf6b598873ca6792b9bbfb678',
  'starknet:SN_SEPOLIA': '0x154bc2e1af9260b9e66af0e9c46fc757ff893b3ff6a85718a810baf1474',
}

/** Selectors: starknet_keccak of `address_to_domain` and `domain_to_address`. */
const ADDRESS_TO_DOMAIN = '0x38b679fb029cc3f953635ed16ae4123da8214e726943920ba7706a0473e326a'
const DOMAIN_TO_ADDRESS = '0x2e269d930f6d7ab92b15ce8ff9f5e63709391617e3465fff79ba6baf278ce60'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789-'
const MAX_LABELS = 8

/**
 * Reads one label of a domain from its felt. Its digits have base 38; a trailing `a` may be written as 37 and a zero.
 *
 * @returns null when a character is outside of the small alphabet
 */
function readLabel(felt: bigint): string | null {
  const base = BigInt(ALPHABET.length + 1)
  let label = ''
  for (let rest = felt; rest > 0n; rest /= base) {
    const digit = Number(rest % base)
    if (digit < ALPHABET.length) label += ALPHABET[digit]
    else if (rest === base - 1n) return `${label}a`
    else return null
  }
  return label
}

/**
 * Reads the Starknet ID of an account. It counts only when it leads back to the account. Names with characters other
 * than `a`–`z`, `0`–`9` and the hyphen are not read.
 */
export async function readStarknetId(
  node: StarknetNode,
  account: string,
  chainId: string,
): Promise<AccountName> {
  const contract = NAMING[chainId]
  if (!contract) return {}
  const answer = await callContract(node, contract, ADDRESS_TO_DOMAIN, [toRpcAddress(account), '0x0'])
  const felts = Array.isArray(answer) ? answer.map(readFelt) : []
  const domain = felts.slice(1)
  if (domain.length < 1 || domain.length > MAX_LABELS || felts[0] !== BigInt(domain.length)) return {}
  const labels = domain.map((felt) => (felt === null ? null : readLabel(felt)))
  if (!labels.every((label) => label)) return {}
  const calldata = [domain.length, ...domain, 0].map((felt) => toFeltHex(BigInt(felt as bigint | number)))
  const back = await callContract(node, contract, DOMAIN_TO_ADDRESS, calldata)
  const address = Array.isArray(back) && back.length === 1 ? readStarknetAddress(back[0]) : null
  return address === account ? { name: `${labels.join('.')}.stark` } : {}
}
