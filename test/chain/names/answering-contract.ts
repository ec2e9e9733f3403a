import { concat, type Hex, keccak256, size, toHex } from 'viem'

/** The number of bytes of the loop's beginning, of one comparison, of the loop's end, and of one answer's code. */
const [START, TEST, END, ANSWER] = [7, 39, 3, 16]
const word16 = (value: number): Hex => toHex(value, { size: 2 })

/**
 * Creates the code of a contract that answers each known call with fixed data and reverts on any other, as the
 * contracts of ENS do for their records. In Solidity: `fallback(bytes calldata data) returns (bytes memory) { return
 * answers[keccak256(data)]; }`
 *
 * @param answers calldata → returned data
 */
export function answeringCode(answers: readonly (readonly [call: Hex, result: Hex])[]): Hex {
  // CALLDATASIZE PUSH0 PUSH0 CALLDATACOPY CALLDATASIZE PUSH0 KECCAK256
  const code: Hex[] = ['0x365f5f37365f20']
  const firstAnswer = START + answers.length * TEST + END
  let data = firstAnswer + answers.length * ANSWER
  // DUP1 PUSH32 hash EQ PUSH2 answer JUMPI
  for (const [index, [call]] of answers.entries())
    code.push(concat(['0x807f', keccak256(call), '0x1461', word16(firstAnswer + index * ANSWER), '0x57']))
  // PUSH0 PUSH0 REVERT
  code.push('0x5f5ffd')
  for (const [, result] of answers) {
    // JUMPDEST PUSH2 size PUSH2 data PUSH1 0 CODECOPY PUSH2 size PUSH1 0 RETURN
    const length = word16(size(result))
    code.push(concat(['0x5b61', length, '0x61', word16(data), '0x600039', '0x61', length, '0x6000f3']))
    data += size(result)
  }
  return concat([...code, ...answers.map(([, result]) => result)])
}
