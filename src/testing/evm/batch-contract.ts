import type { EvmState } from './state.js'

/** A call of a batch, as EIP-5792 has it. */
export interface BatchCall {
  to: string
  data?: string
  value?: string
}

/** Where the contract is put on the test chain. */
const PLACE = '5792'.padStart(40, '0')

/**
 * A contract that makes the calls in its data, all or none. The data has for each call an address (20 bytes), an amount and
 * the length of the call's data (32 bytes each), and that data. The code was written by hand:
 *
 * ```
 * for (i = 0; i < calldatasize; i += 84 + n) {
 *   n = calldataload(i + 52)
 *   calldatacopy(0, i + 84, n)
 *   if (!call(gas, calldataload(i) >> 96, calldataload(i + 20), 0, n, 0, 0)) revert(returndata)
 * }
 * ```
 */
const CODE =
  '0x5f5b36811015603057806034013580826054015f375f5f825f85601401358635' +
  '60601c5af115603257016054016001565b005b3d5f5f3e3d5ffd'

/** More gas than a test's calls need. With it, a call that reverts is sent all the same, as by a wallet. */
const GAS = '0x4c4b40'

const toWord = (value: bigint) => value.toString(16).padStart(64, '0')

const pack = ({ to, data = '0x', value = '0x0' }: BatchCall) =>
  to.slice(2) + toWord(BigInt(value)) + toWord(BigInt(data.length / 2 - 1)) + data.slice(2)

/** Sends one call as a transaction. @returns its hash */
export async function sendCall(
  state: EvmState,
  from: string,
  { to, data, value }: BatchCall,
): Promise<string> {
  const transaction = { from, to, gas: GAS, ...(data && { data }), ...(value && { value }) }
  return (await state.ask({ method: 'eth_sendTransaction', params: [transaction] })) as string
}

/**
 * Sends calls as one transaction. The account gets the contract's code first, as by EIP-7702, by a method that only anvil
 * has. @returns the hash
 */
export async function sendAsOne(state: EvmState, from: string, calls: readonly BatchCall[]): Promise<string> {
  await state.ask({ method: 'anvil_setCode', params: [`0x${PLACE}`, CODE] })
  await state.ask({ method: 'anvil_setCode', params: [from, `0xef0100${PLACE}`] })
  return sendCall(state, from, { to: from, data: `0x${calls.map(pack).join('')}` })
}
