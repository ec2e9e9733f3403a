import { concat, encodeAbiParameters, type Hex, parseAbiParameters, toHex, zeroAddress } from 'viem'
import { formatSignInMessage } from '../../../src/protocol/siwe/message.js'
import { accountCode, HOSTILE, planAccount, wrap } from '../../chain/sign-in/contracts.js'
import { base, owner, stranger } from './evm-base.js'
import { expectation, NONCE, type Vector } from './vector.js'

interface ContractCase {
  id: string
  note: string
  reason?: string
  /** The code at the account's address; undefined when it is not deployed. */
  code?: Hex
  pack?: (signature: Hex, plan: ReturnType<typeof planAccount>) => string | Promise<string>
  signer?: typeof owner
  /** The account of the owner's own key, which delegates to a contract that only the stranger's key signs for. */
  isDelegating?: boolean
}

/** The contract that accounts delegate to. */
const DELEGATE = `0x${'7702'.repeat(10)}` as const

/** Wraps a signature with a delegation, as ERC-8010 requires. */
async function delegate(
  signature: Hex,
  change: { chainId?: number; nonce?: number; by?: typeof owner } = {},
) {
  const { chainId = 31_337, nonce = 0, by = owner } = change
  const signed = await by.signAuthorization({ address: DELEGATE, chainId, nonce })
  const suffix = encodeAbiParameters(
    parseAbiParameters('(uint256, address, uint256, uint8, uint256, uint256), address, bytes'),
    [
      [BigInt(chainId), DELEGATE, BigInt(nonce), Number(signed.yParity), BigInt(signed.r), BigInt(signed.s)],
      zeroAddress,
      '0x',
    ],
  )
  const length = toHex(suffix.length / 2 - 1, { size: 32 })
  return concat([signature, suffix, length, `0x${'8010'.repeat(16)}`])
}

const contracts: ContractCase[] = [
  {
    id: 'owner',
    note: 'The account says that its owner’s signature is its own (ERC-1271).',
    code: accountCode(owner.address),
  },
  {
    id: 'stranger',
    reason: 'signature_invalid',
    note: 'The account says no.',
    code: accountCode(owner.address),
    signer: stranger,
  },
  { id: 'reverts', reason: 'signature_invalid', note: 'The account reverts.', code: HOSTILE.reverts as Hex },
  {
    id: 'answers-true',
    reason: 'signature_invalid',
    note: 'The account answers 1, which is not the magic value.',
    code: HOSTILE['answers true'] as Hex,
  },
  {
    id: 'magic-and-more',
    reason: 'signature_invalid',
    note: 'After the four bytes of the magic value come zeros.',
    code: HOSTILE['answers the magic value and a bit more'] as Hex,
  },
  {
    id: 'nothing-there',
    reason: 'signature_invalid',
    note: 'There is no contract, and the signature is not wrapped.',
  },
  {
    id: 'undeployed',
    note: 'The account is not deployed: the signature brings its factory (ERC-6492).',
    pack: (signature, plan) => wrap(plan.factoryCalldata, signature),
  },
  {
    id: 'undeployed-stranger',
    reason: 'signature_invalid',
    note: 'The factory’s account says no.',
    signer: stranger,
    pack: (signature, plan) => wrap(plan.factoryCalldata, signature),
  },
  {
    id: 'undeployed-other',
    reason: 'signature_invalid',
    note: 'The factory makes another account than the one that signs in.',
    pack: (signature) => wrap(planAccount(stranger.address).factoryCalldata, signature),
  },
  {
    id: 'wrapped-deployed',
    note: 'The account is deployed by now, and the signature still wrapped.',
    code: accountCode(owner.address),
    pack: (signature, plan) => wrap(plan.factoryCalldata, signature),
  },
  {
    id: 'factory-too-long',
    reason: 'signature_invalid',
    note: 'The wrapper’s factory has more than the 20 bytes of an address.',
    pack: (signature, plan) => wrap(plan.factoryCalldata, signature).replace('0x00', '0x01'),
  },
  {
    id: 'wrapper-alone',
    reason: 'signature_invalid',
    note: 'A wrapper around nothing.',
    pack: () => concat([`0x${'6492'.repeat(16)}`]),
  },
]

const delegating: ContractCase[] = [
  {
    id: 'delegating',
    note: 'A key’s account that has not delegated yet: the signature brings its delegation (ERC-8010).',
    pack: (signature) => delegate(signature),
  },
  {
    id: 'delegating-no',
    reason: 'signature_invalid',
    note: 'The contract that it would delegate to says no.',
    signer: owner,
    pack: (signature) => delegate(signature),
  },
  {
    id: 'delegating-other-chain',
    reason: 'signature_invalid',
    note: 'The delegation is for another chain.',
    pack: (signature) => delegate(signature, { chainId: 1 }),
  },
  {
    id: 'delegating-all-chains',
    note: 'The delegation is for all chains: chain 0.',
    pack: (signature) => delegate(signature, { chainId: 0 }),
  },
  {
    id: 'delegating-late',
    reason: 'signature_invalid',
    note: 'The delegation is for another transaction count than the account’s.',
    pack: (signature) => delegate(signature, { nonce: 3 }),
  },
  {
    id: 'delegating-by-another',
    reason: 'signature_invalid',
    note: 'Another key has signed the delegation.',
    pack: (signature) => delegate(signature, { by: stranger }),
  },
  {
    id: 'delegated-wrapped',
    note: 'The account has delegated by now, and the signature is still wrapped.',
    code: concat(['0xef0100', DELEGATE]),
    pack: (signature) => delegate(signature),
  },
  {
    id: 'delegated',
    note: 'The account has delegated (EIP-7702), and is asked as any contract.',
    code: concat(['0xef0100', DELEGATE]),
  },
]
const all = [...contracts, ...delegating.map((one) => ({ ...one, isDelegating: true }))]

async function makeContract(one: ContractCase): Promise<Vector> {
  const plan = planAccount(owner.address)
  const address = one.isDelegating ? owner.address : plan.address
  const message = formatSignInMessage({ ...base(address), chainId: 31_337 })
  const signature = await (one.signer ?? (one.isDelegating ? stranger : owner)).signMessage({ message })
  const proof = {
    namespace: 'eip155' as const,
    chainId: 'eip155:31337',
    address,
    message,
    signature: (await one.pack?.(signature, plan)) ?? signature,
  }
  return {
    id: `contract-${one.id}`,
    kind: 'eip155-contract',
    note: one.note,
    proof,
    nonces: { unused: [NONCE], used: [] },
    expected: expectation(proof, one.reason),
    code: {
      ...(one.isDelegating && { [DELEGATE]: accountCode(stranger.address) }),
      ...(one.code && { [address]: one.code }),
    },
  }
}

/** Creates the vectors of contract accounts. */
export const makeContractVectors = (): Promise<Vector[]> => Promise.all(all.map(makeContract))
