import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hash as oracle, typedData } from 'starknet'
import { beforeAll, describe, expect, it } from 'vitest'
import { initSync, runTests } from 'wasm-cairo'
import type { SignInProof } from '../../src/protocol/sign-in-proof.js'
import { createStarknetSignIn } from '../../src/protocol/sign-in-starknet.js'
import { createSignIn } from '../../src/server/sign-in.js'
import { createStarkKey } from '../unit/server/starknet-node.js'
import { codeOf } from '../unit/server/visitor.js'

const CHAIN = 'starknet:SN_MAIN'
const HASH = '0x3c0ffee'
const SALT = '0x1234'

type Key = ReturnType<typeof createStarkKey>
const [owner, second, third, stranger] = Array.from({ length: 4 }, createStarkKey) as [Key, Key, Key, Key]

/** A kind of account: how its known class is deployed, and the same account as the Cairo contract of these tests. */
interface Kind {
  classHash: string
  calldata: string[]
  contract: string[]
  /** Who signs, in this order, and whether that is enough. */
  cases: [string, Key[], boolean][]
}

const KINDS: Record<string, Kind> = {
  guardian: {
    classHash: '0x036078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f',
    calldata: ['0x0', owner.publicHex, '0x0', '0x0', second.publicHex],
    contract: ['2', '1', owner.publicHex, second.publicHex, '0'],
    cases: [
      ['owner and guardian', [owner, second], true],
      ['guardian and owner', [second, owner], false],
      ['the owner alone', [owner], false],
      ['the guardian alone', [second], false],
      ['the owner twice', [owner, owner], false],
      ['owner and stranger', [owner, stranger], false],
    ],
  },
  multisig: {
    classHash: '0x07aeca3456816e3b833506d7cc5c1313d371fbdb0ae95ee70af72a4ddbf42594',
    calldata: ['0x2', '0x3', '0x0', owner.publicHex, '0x0', second.publicHex, '0x0', third.publicHex],
    contract: ['2', '0', owner.publicHex, second.publicHex, third.publicHex],
    cases: [
      ['two of three', [owner, third], true],
      ['the other two, in another order', [third, second], true],
      ['one', [owner], false],
      ['one twice', [owner, owner], false],
      ['all three', [owner, second, third], false],
      ['one and a stranger', [owner, stranger], false],
    ],
  },
}

const signBy = (keys: readonly Key[], message: string): string[] => [
  `0x${keys.length}`,
  ...keys.flatMap((key) => ['0x0', key.publicHex, ...key.sign(message)]),
]

const rows = Object.entries(KINDS).flatMap(([kind, { cases }]) =>
  cases.map(([name, keys, isEnough], at) => ({ id: `${kind}_${at}`, kind, name, keys, isEnough })),
)

const addressOf = ({ classHash, calldata }: Kind) =>
  oracle.calculateContractAddressFromHash(SALT, classHash, calldata, 0)

/** What the real compiler and virtual machine say: a line for each test. */
function runCairo(): string {
  const path = createRequire(import.meta.url).resolve('wasm-cairo/wasm-cairo_bg.wasm')
  initSync({ module: readFileSync(path) })
  const test = (name: string, body: string) =>
    `#[test]\n#[available_gas(2000000000)]\nfn ${name}() { ${body} }`
  const cases = rows.map(({ id, kind, keys, isEnough }) => {
    const signature = signBy(keys, HASH).join(', ')
    const contract = KINDS[kind]?.contract.join(', ')
    const answer = isEnough ? "'VALID'" : '0'
    return test(
      id,
      `assert(deploy(array![${contract}].span()).is_valid_signature(${HASH}, array![${signature}]) == ${answer}, '${id}');`,
    )
  })
  const addresses = Object.entries(KINDS).map(([name, kind]) =>
    test(
      `address_of_${name}`,
      `assert(address_of(${kind.classHash}, ${SALT}, array![${kind.calldata.join(', ')}].span()) == ${addressOf(kind)}, 'address');`,
    ),
  )
  const source = readFileSync(new URL('./cairo/shared-account.cairo', import.meta.url), 'utf8')
    .replace('// ADDRESSES', addresses.join('\n'))
    .replace('// CASES', cases.join('\n'))
  return runTests(source, true, '', false, false, true, '', false, false)
}

let said: string
beforeAll(() => {
  said = runCairo()
})

/** What the server says of the same account before it is deployed. */
async function judge(kind: Kind, keys: readonly Key[]): Promise<string> {
  const signIn = createSignIn({
    domain: 'shop.example',
    chains: [CHAIN],
    rpc: { [CHAIN]: () => Promise.reject({ code: 20, message: 'Contract not found' }) },
  })
  const { nonce, domain } = await signIn.issueNonce()
  const address = addressOf(kind)
  const message = createStarknetSignIn({ domain, chainId: CHAIN, message: nonce })
  const signature = signBy(keys, typedData.getMessageHash(message as never, address))
  const deployment = { class_hash: kind.classHash, salt: SALT, calldata: kind.calldata, version: 1 }
  const proof = { namespace: 'starknet', chainId: CHAIN, address, message, signature, deployment }
  return codeOf(signIn.verify(proof as unknown as SignInProof))
}

describe('accounts of several keys, in Cairo', () => {
  it('the engine has run every case, and all came out as they are written here', () => {
    expect(said).toMatch(new RegExp(`${rows.length + 3} passed; 0 failed`))
  })

  it.each(rows)(
    '$kind, signed by $name: $isEnough, by the contract and by the server before it is deployed',
    async (row) => {
      expect(said).toMatch(new RegExp(`${row.id} \\.\\.\\. .*ok`))
      expect(await judge(KINDS[row.kind] as Kind, row.keys)).toBe(
        row.isEnough ? 'resolved' : 'signature_invalid',
      )
    },
  )
})
