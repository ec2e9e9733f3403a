import { getStarkKey, sign } from '@scure/starknet'
import { hash } from 'starknet'
import {
  createStarknetSignIn,
  createStarknetSignInRevision1,
  type SignInTypedData,
} from '../../../src/protocol/sign-in-starknet.js'
import { NONCE, SITE } from './vector.js'

export const CHAIN = 'starknet:SN_MAIN'
const VALID = '0x56414c4944'

/** Keys that everybody knows. */
export const [OWNER, GUARDIAN] = ['a11ce', 'b0b']
export const felt = (value: bigint) => `0x${value.toString(16)}`
const publicOf = (key: string) => felt(BigInt(getStarkKey(key)))
const padded = (address: string) => `0x${BigInt(address).toString(16).padStart(64, '0')}`

export function signBy(key: string, messageHash: string): [string, string] {
  const { r, s } = sign(messageHash.slice(2).padStart(64, '0'), key)
  return [felt(r), felt(s)]
}

const OPEN_ZEPPELIN = '0x05b4b537eaa2399e3aa99c4e2e0208ebd6c71bc1467938cd52c798c601e43564'
const READY = '0x036078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f'

function plan(class_hash: string, calldata: string[]) {
  const salt = '0x5a17'
  const address = hash.calculateContractAddressFromHash(salt, class_hash, calldata, 0)
  return {
    address: padded(address),
    deployment: { address, class_hash, salt, calldata, version: 1 as const },
  }
}

export const plain = plan(OPEN_ZEPPELIN, [publicOf(OWNER)])
const guarded = plan(READY, ['0x0', publicOf(OWNER), '0x0', '0x0', publicOf(GUARDIAN)])

/** A Starknet account's message and signature, and the account's answer. */
export interface StarknetCase {
  id: string
  note: string
  reason?: string
  account?: typeof plain
  message?: SignInTypedData
  sign?: (messageHash: string) => string[]
  result?: string[]
  error?: { code: number; message: string }
  withDeployment?: boolean
  /** No node is asked. */
  unasked?: boolean
}

const NOT_FOUND = { code: 20, message: 'Contract not found' }
const REVERTED = { code: 40, message: 'Contract error' }
const both = (messageHash: string) => [
  '0x2',
  ...[OWNER, GUARDIAN].flatMap((key) => ['0x0', publicOf(key), ...signBy(key, messageHash)]),
]
export const revision0 = (change: { domain?: string; message?: string; chainId?: string } = {}) =>
  createStarknetSignIn({ message: NONCE, domain: SITE.domain, chainId: CHAIN, ...change })
const time = Date.parse(SITE.now) / 1_000
const revision1 = (change: object = {}) =>
  createStarknetSignInRevision1({
    host: SITE.domain,
    address: plain.address,
    nonce: NONCE,
    chainId: CHAIN,
    issuedAt: time,
    expiresAt: time + 300,
    ...change,
  })
const TERMS = 'I accept the Terms of Service: https://shop.example/terms'
const edited = (edit: (data: SignInTypedData) => void) => {
  const data = structuredClone(revision0())
  edit(data)
  return data
}

export const STARKNET_CASES: readonly StarknetCase[] = [
  { id: 'valid', note: 'The account answers VALID (SNIP-6).', result: [VALID] },
  { id: 'one', note: 'Accounts from before SNIP-6 answer 1.', result: ['0x1'] },
  {
    id: 'revision-1',
    note: 'The longer message, with host, account and times.',
    message: revision1(),
    result: [VALID],
  },
  {
    id: 'statement',
    note: 'The longer message, with a sentence that the visitor agrees to.',
    message: revision1({ statement: TERMS }),
    result: [VALID],
  },
  {
    id: 'guarded',
    note: 'Owner and guardian have signed; how felts are laid out is the account’s matter.',
    account: guarded,
    sign: both,
    result: [VALID],
  },
  { id: 'zero', reason: 'signature_invalid', note: 'The account answers 0.', result: ['0x0'] },
  { id: 'two', reason: 'signature_invalid', note: 'Anything but VALID and 1 is a no.', result: ['0x2'] },
  {
    id: 'error-name',
    reason: 'signature_invalid',
    note: 'The name of an error is a no, though it is not 0.',
    result: ['0x494e56414c49445f534947'],
  },
  {
    id: 'valid-and-more',
    reason: 'signature_invalid',
    note: 'One felt is answered, not two.',
    result: [VALID, '0x1'],
  },
  { id: 'reverts', reason: 'signature_invalid', note: 'The account reverts.', error: REVERTED },
  {
    id: 'undeployed',
    note: 'Not on the chain: the address follows from the deployment data, and the key in them has signed.',
    error: NOT_FOUND,
    withDeployment: true,
  },
  {
    id: 'undeployed-guarded',
    note: 'Not on the chain: every key that the constructor names has signed.',
    account: guarded,
    sign: both,
    error: NOT_FOUND,
    withDeployment: true,
  },
  {
    id: 'undeployed-unguarded',
    reason: 'signature_invalid',
    note: 'Not on the chain: the guardian has not signed.',
    account: guarded,
    error: NOT_FOUND,
    withDeployment: true,
  },
  {
    id: 'undeployed-stranger',
    reason: 'signature_invalid',
    note: 'Not on the chain: another key has signed.',
    sign: (messageHash) => signBy('c0ffee', messageHash),
    error: NOT_FOUND,
    withDeployment: true,
  },
  {
    id: 'undeployed-unsaid',
    reason: 'account_not_deployed',
    note: 'Not on the chain, and nothing is said of its deployment.',
    error: NOT_FOUND,
  },
  {
    id: 'undeployed-other',
    reason: 'account_mismatch',
    note: 'The deployment data are those of another account.',
    account: { ...plain, deployment: { ...plain.deployment, salt: '0x1' } },
    error: NOT_FOUND,
    withDeployment: true,
  },
  {
    id: 'undeployed-unknown',
    reason: 'account_not_deployed',
    note: 'A class that is not known: its keys could be anywhere in the calldata.',
    account: plan('0x123', [publicOf(OWNER)]),
    error: NOT_FOUND,
    withDeployment: true,
  },
  {
    id: 'other-domain',
    reason: 'domain_mismatch',
    note: 'A message for another site.',
    message: revision0({ domain: 'evil.example' }),
    unasked: true,
  },
  {
    id: 'other-host',
    reason: 'domain_mismatch',
    note: 'The longer message, for another site.',
    message: revision1({ host: 'evil.example' }),
    unasked: true,
  },
  {
    id: 'other-chain',
    reason: 'chain_mismatch',
    note: 'The message’s chain is not the posted one.',
    message: revision0({ chainId: 'starknet:SN_SEPOLIA' }),
    unasked: true,
  },
  {
    id: 'other-account',
    reason: 'account_mismatch',
    note: 'The longer message names another account.',
    message: revision1({ address: '0x1' }),
    unasked: true,
  },
  {
    id: 'expired',
    reason: 'message_expired',
    note: 'The longer message has ended.',
    message: revision1({ issuedAt: time - 60, expiresAt: time }),
    unasked: true,
  },
  {
    id: 'old',
    reason: 'message_expired',
    note: 'The longer message was issued eleven minutes ago.',
    message: revision1({ issuedAt: time - 660 }),
    unasked: true,
  },
  {
    id: 'unknown-nonce',
    reason: 'nonce_unknown',
    note: 'A nonce that this site has not issued.',
    message: revision0({ message: 'nOtherNonce1234567890abc' }),
    unasked: true,
  },
  {
    id: 'hex-nonce',
    reason: 'message_invalid',
    note: 'Wallets hash a text that reads as a number as that number.',
    message: edited((data) => {
      data.message.message = '0x1f'
    }),
    unasked: true,
  },
  {
    id: 'more-types',
    reason: 'message_invalid',
    note: 'A type more than the message has.',
    message: edited((data) => {
      data.types.Order = [{ name: 'amount', type: 'felt' }]
    }),
    unasked: true,
  },
  {
    id: 'more-members',
    reason: 'message_invalid',
    note: 'A member more than the message has.',
    message: edited((data) => {
      data.message.amount = '1'
    }),
    unasked: true,
  },
  {
    id: 'statement-untyped',
    reason: 'message_invalid',
    note: 'The longer message, with a sentence that its types do not have: it would not be signed.',
    message: { ...revision1(), message: revision1({ statement: TERMS }).message },
    unasked: true,
  },
  {
    id: 'primary-type',
    reason: 'message_invalid',
    note: 'Another primary type.',
    message: edited((data) => {
      data.primaryType = 'StarkNetDomain'
    }),
    unasked: true,
  },
]
