import { concat, type Hex } from 'viem'
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
  pack?: (signature: Hex, plan: ReturnType<typeof planAccount>) => string
  signer?: typeof owner
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

async function makeContract(one: ContractCase): Promise<Vector> {
  const plan = planAccount(owner.address)
  const message = formatSignInMessage({ ...base(plan.address), chainId: 31_337 })
  const signature = await (one.signer ?? owner).signMessage({ message })
  const proof = {
    namespace: 'eip155' as const,
    chainId: 'eip155:31337',
    address: plan.address,
    message,
    signature: one.pack?.(signature, plan) ?? signature,
  }
  return {
    id: `contract-${one.id}`,
    kind: 'eip155-contract',
    note: one.note,
    proof,
    nonces: { unused: [NONCE], used: [] },
    expected: expectation(proof, one.reason),
    code: one.code ? { [plan.address]: one.code } : {},
  }
}

/** Creates the vectors of contract accounts. */
export const makeContractVectors = (): Promise<Vector[]> => Promise.all(contracts.map(makeContract))
