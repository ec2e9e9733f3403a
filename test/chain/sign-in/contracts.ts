import { concat, encodeAbiParameters, getCreate2Address, type Hex, keccak256, pad, toHex } from 'viem'

/**
 * The code of a contract account with one key (ERC-1271), as short as possible. In Solidity:
 *
 *   function isValidSignature(bytes32 hash, bytes calldata sig) external view returns (bytes4) {
 *     return ecrecover(hash, uint8(sig[64]), bytes32(sig[0:32]), bytes32(sig[32:64])) == OWNER ? bytes4(0x1626ba7e) :
 *     bytes4(0);
 *   }
 */
export const accountCode = (owner: string): Hex =>
  concat([
    '0x600435600052', // mem[0x00] = hash
    '0x60a43560f81c602052', // mem[0x20] = v
    '0x606435604052', // mem[0x40] = r
    '0x608435606052', // mem[0x60] = s
    '0x602060006080600060015afa50', // mem[0x00] = ecrecover(…)
    '0x60005173',
    owner as Hex,
    '0x14631626ba7e60e01b02', // (mem[0x00] == owner) * magic
    '0x60005260206000f3',
  ])

/** Code that deploys other code. */
export const initCode = (code: Hex): Hex =>
  concat(['0x61', toHex((code.length - 2) / 2, { size: 2 }), '0x80600c6000396000f3', code])

/** The CREATE2 factory that anvil has from its first block on: its calldata is the salt and the init code. */
export const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** An account that the factory could deploy: its future address, and the factory's calldata. */
export function planAccount(owner: string, salt: Hex = pad('0x01')) {
  const bytecode = initCode(accountCode(owner))
  return {
    address: getCreate2Address({ from: FACTORY, salt, bytecodeHash: keccak256(bytecode) }),
    factoryCalldata: concat([salt, bytecode]),
  }
}

const MAGIC_6492 = '0x6492649264926492649264926492649264926492649264926492649264926492'

/** Wraps a signature as ERC-6492 requires. */
export const wrap = (factoryCalldata: Hex, signature: Hex, factory: Hex = FACTORY): Hex =>
  concat([
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
      [factory, factoryCalldata, signature],
    ),
    MAGIC_6492,
  ])

/** Accounts with bad answers: name → code. */
export const HOSTILE: Record<string, Hex> = {
  reverts: '0x60006000fd',
  'reverts with the magic value': '0x631626ba7e60e01b60005260206000fd',
  'answers true': '0x600160005260206000f3',
  'answers zero': '0x60206000f3',
  'answers nothing': '0x00',
  'answers the magic value at the wrong end': '0x631626ba7e60005260206000f3',
  'answers the magic value and a bit more': '0x631626ba7e60e01b60011760005260206000f3',
  'answers the magic value in four bytes': '0x631626ba7e60e01b60005260046000f3',
  'answers ERC-1271’s older value': '0x6320c13b0b60e01b60005260206000f3',
  'answers 1 MB': '0x621000006000f3',
  'burns all gas': '0x5b600056',
  'is no valid code': '0xfe',
}
