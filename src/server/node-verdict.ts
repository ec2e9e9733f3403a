import type { RpcError } from './rpc.js'

/**
 * What a node's error says. `refused`: the account ran and failed. `absent`: there is no such Starknet account.
 * `no_entrypoint`: the Starknet contract has no such entry point. `failed`: the node could not say; in doubt this one,
 * because a node's trouble must sign nobody out.
 */
export type NodeVerdict = 'refused' | 'absent' | 'no_entrypoint' | 'failed'

/** Geth's number of a revert (EIP-1474 has none), which the other nodes have taken over. */
const REVERTED = 3

/** The beginning of a revert's text: geth, reth, erigon, nethermind, anvil; Hardhat; OpenEthereum. */
const REVERT = /^(?:execution reverted\b|VM Exception while processing transaction: revert|Reverted 0x)/i

/**
 * The whole texts with which EVMs stop a call that failed: geth's and erigon's words (core/vm/errors.go), reth's
 * (RpcInvalidTransactionError), anvil's and reth's names of a halt. `EVM error FatalExternalError` is not among them:
 * with it anvil says that its own database failed.
 */
const HALT = new RegExp(
  `^(?:${[
    'out of gas(?:: (?:gas required exceeds(?: allowance)?|gas exhausted during [a-z ]+|invalid operand to an opcode): \\d+)?',
    'contract creation code storage out of gas',
    'max call depth exceeded',
    'invalid opcode(?:: .{1,64})?',
    'bad instruction(?: [0-9a-fx]+)?',
    'invalid jump destination',
    'stack underflow \\(\\d+ <=> \\d+\\)',
    'stack limit reached \\d+ \\(\\d+\\)',
    'write protection',
    'return data out of bounds',
    'gas uint64 overflow',
    'invalid code: must not begin with 0xef',
    'EVM error:? (?!Fatal)[A-Z][A-Za-z]+(?:\\([A-Za-z]+\\))?',
  ].join('|')})$`,
  'i',
)

const isHex = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)

/** Judges the error of an `eth_call`. */
export function judgeEvmError({ code, message, data }: RpcError): NodeVerdict {
  // gRPC gateways use the number 3 for bad arguments, so a revert must also have its data or its words.
  if (code === REVERTED && isHex(data)) return 'refused'
  // OpenEthereum and older versions of nethermind put the words into the data.
  const words = message === 'VM execution error.' && typeof data === 'string' ? data : message
  return REVERT.test(words) || HALT.test(words) ? 'refused' : 'failed'
}

/** The numbers of the Starknet JSON-RPC specification. */
const STARKNET: Readonly<Record<number, NodeVerdict>> = { 20: 'absent', 21: 'no_entrypoint', 40: 'refused' }

/** Judges the error of a `starknet_call`. Only its number counts, because its words can be the contract's own. */
export const judgeStarknetError = ({ code }: RpcError): NodeVerdict => STARKNET[code] ?? 'failed'
