import { KIB } from '../../../constants.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { parseJson, printJson } from '../../../platform/natives.js'
import { readEach } from '../../../protocol/read-each.js'

const MAX_ABIS = 100

/** Largest size of all ABIs together, as JSON. */
const MAX_LENGTH = 512 * KIB

/**
 * Checks the ABIs that the older account API takes with calls: a list of ABIs, each a list of objects.
 *
 * @returns a copy, or undefined for none
 * @throws WalletError `request_invalid` naming the entry
 */
export function parseAbis(abis: unknown): unknown[] | undefined {
  if (abis === undefined || abis === null) return undefined
  const invalid = (what: string) => new WalletError('request_invalid', { message: `execute: ${what}` })
  if (!Array.isArray(abis) || abis.length > MAX_ABIS) throw invalid('abis is not a list')
  readEach(abis, (abi, index) => {
    const isAbi = Array.isArray(abi) && abi.every((entry) => entry !== null && typeof entry === 'object')
    if (!isAbi) throw invalid(`abis[${index}] is not an ABI`)
  })
  let text: string
  try {
    text = printJson(abis)
  } catch {
    throw invalid('abis cannot be read')
  }
  if (text.length > MAX_LENGTH) throw invalid('abis are too large')
  return parseJson(text)
}
