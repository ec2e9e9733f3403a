import type { API } from '@starknet-io/types-js'
import { isValidSignature, type SignatureLayout } from '../../src/testing/starknet/account.js'
import { starknetKeccak, toFelt, toHex } from '../../src/testing/starknet/hash.js'
import { hashInvoke, type InvokeV3 } from '../../src/testing/starknet/transaction.js'

/** An error of the JSON-RPC specification. */
export interface StarknetRpcError {
  code: number
  message: string
  data?: unknown
}

const fail = (code: number, message: string, data?: unknown): StarknetRpcError => ({
  code,
  message,
  ...(data !== undefined && { data }),
})

/** The node's errors (Starknet JSON-RPC). */
export const ERRORS = {
  contractNotFound: fail(20, 'Contract not found'),
  entrypointNotFound: fail(21, 'Requested entrypoint does not exist in the contract'),
  blockNotFound: fail(24, 'Block not found'),
  hashNotFound: fail(29, 'Transaction hash not found'),
  contractError: (data: unknown) => fail(40, 'Contract error', data),
  nonce: fail(52, 'Invalid transaction nonce'),
  balance: fail(54, 'Account balance is smaller than the transaction’s maximal fee'),
  validation: (data: unknown) => fail(55, 'Account validation failed', data),
}

/** How an account answers is_valid_signature: by a real check, or with the answers of some contracts. */
export type SignatureAnswer = 'check' | 'valid' | 'one' | 'zero' | 'revert' | 'garbage'

/** An account contract. */
export interface ChainAccount {
  address: string
  publicKey: string
  layout: SignatureLayout
  classHash: string
  answer?: SignatureAnswer
}

/** An ERC-20 contract: the spelling of its functions, and the form of its symbol. */
export interface ChainToken {
  address: string
  symbol: string
  decimals: number
  names?: 'camel' | 'snake' | 'both'
  symbolAs?: 'felt' | 'bytes'
}

/** A Starknet chain in memory: real signatures, nonces, balances and receipts, one block per mining. */
export interface StarknetChain {
  readonly chainId: string
  readonly blockNumber: number
  deploy(account: ChainAccount): void
  addToken(token: ChainToken): void
  setBalance(token: string, owner: string, value: bigint): void
  getBalance(token: string, owner: string): bigint
  call(address: string, selector: string, calldata: readonly string[]): string[]
  getNonce(address: string): string
  getClassHash(address: string): string
  add(transaction: InvokeV3): string
  getStatus(hash: string): API.TransactionStatus
  getReceipt(hash: string): API.TXN_RECEIPT_WITH_BLOCK_INFO
  /** Puts every received transaction into a block. */
  mine(): void
}

interface Pending {
  hash: string
  transaction: InvokeV3
  revertReason: string | null
  block: number | null
}

type Balances = Map<bigint, bigint>

const VALID = toHex(toFelt('VALID'))
const FEE = 10n ** 12n
const LOW = (1n << 128n) - 1n
const split = (value: bigint): string[] => [toHex(value & LOW), toHex(value >> 128n)]

/**
 * Creates a chain. @param mining `auto` accepts each transaction at once, `manual` when {@link StarknetChain.mine} is
 * called
 */
export function createStarknetChain(chainName: string, mining: 'auto' | 'manual' = 'auto'): StarknetChain {
  const chainId = toHex(toFelt(chainName))
  const accounts = new Map<bigint, ChainAccount & { nonce: bigint }>()
  const tokens = new Map<bigint, ChainToken & { balances: Balances }>()
  const transactions = new Map<bigint, Pending>()
  let blockNumber = 100

  const account = (address: string) => {
    const found = accounts.get(BigInt(address))
    if (!found) throw ERRORS.contractNotFound
    return found
  }
  const token = (address: string) => tokens.get(BigInt(address))

  function callToken(
    found: ChainToken & { balances: Balances },
    selector: bigint,
    calldata: readonly string[],
  ) {
    const { names = 'both', symbolAs = 'felt' } = found
    const is = (camel: string, snake: string) =>
      (names !== 'snake' && selector === starknetKeccak(camel)) ||
      (names !== 'camel' && selector === starknetKeccak(snake))
    if (is('balanceOf', 'balance_of')) return split(found.balances.get(BigInt(calldata[0] ?? 0)) ?? 0n)
    if (is('decimals', 'decimals')) return [toHex(BigInt(found.decimals))]
    if (is('symbol', 'symbol')) {
      const text = toHex(toFelt(found.symbol))
      return symbolAs === 'felt' ? [text] : ['0x0', text, toHex(BigInt(found.symbol.length))]
    }
    throw ERRORS.entrypointNotFound
  }

  function callAccount(found: ChainAccount, selector: bigint, calldata: readonly string[]): string[] {
    if (selector === starknetKeccak('supports_interface')) return ['0x1']
    if (![starknetKeccak('is_valid_signature'), starknetKeccak('isValidSignature')].includes(selector)) {
      throw ERRORS.entrypointNotFound
    }
    const [hash = '0x0', length = '0x0', ...signature] = calldata
    if (BigInt(signature.length) !== BigInt(length))
      throw ERRORS.contractError('Input too long for arguments')
    switch (found.answer ?? 'check') {
      case 'valid':
        return [VALID]
      case 'one':
        return ['0x1']
      case 'zero':
        return ['0x0']
      case 'garbage':
        return ['0x1234']
      case 'revert':
        throw ERRORS.contractError({ revert_error: 'argent/invalid-signature' })
      default:
        return [isValidSignature(found, BigInt(hash), signature) ? VALID : '0x0']
    }
  }

  /** Carries out the calls of a transaction, all or none. @returns why it reverted, or null */
  function execute({ calldata, sender_address: sender }: InvokeV3): string | null {
    const rest = calldata.map(BigInt)
    const before = new Map([...tokens].map(([key, { balances }]) => [key, new Map(balances)]))
    const revert = (reason: string) => {
      for (const [key, balances] of before) Object.assign(tokens.get(key) ?? {}, { balances })
      return reason
    }
    const count = Number(rest.shift() ?? 0n)
    for (let index = 0; index < count; index++) {
      const [to = 0n, selector = 0n, length = 0n] = rest.splice(0, 3)
      const data = rest.splice(0, Number(length))
      const target = tokens.get(to)
      if (!target) return revert(`Requested contract address ${toHex(to)} is not deployed`)
      if (selector === starknetKeccak('approve')) continue
      if (selector !== starknetKeccak('transfer')) return revert('ENTRYPOINT_NOT_FOUND')
      const [receiver = 0n, low = 0n, high = 0n] = data
      const [amount, from] = [low + (high << 128n), BigInt(sender)]
      const held = target.balances.get(from) ?? 0n
      if (held < amount) return revert('ERC20: insufficient balance')
      target.balances.set(from, held - amount)
      target.balances.set(receiver, (target.balances.get(receiver) ?? 0n) + amount)
    }
    return rest.length > 0 ? revert('Input too long for arguments') : null
  }

  function mine(): void {
    blockNumber++
    for (const one of transactions.values()) {
      if (one.block !== null) continue
      one.block = blockNumber
      one.revertReason = execute(one.transaction)
    }
  }

  const pending = (hash: string): Pending => {
    const found = transactions.get(BigInt(hash))
    if (!found) throw ERRORS.hashNotFound
    return found
  }

  return {
    chainId,
    get blockNumber() {
      return blockNumber
    },
    deploy: (one) => void accounts.set(BigInt(one.address), { ...one, nonce: 0n }),
    addToken: (one) => void tokens.set(BigInt(one.address), { ...one, balances: new Map() }),
    setBalance: (at, owner, value) => void token(at)?.balances.set(BigInt(owner), value),
    getBalance: (at, owner) => token(at)?.balances.get(BigInt(owner)) ?? 0n,
    call(address, selector, calldata) {
      const found = token(address)
      return found
        ? callToken(found, BigInt(selector), calldata)
        : callAccount(account(address), BigInt(selector), calldata)
    },
    getNonce: (address) => toHex(account(address).nonce),
    getClassHash: (address) => account(address).classHash,
    add(transaction) {
      const sender = account(transaction.sender_address)
      if (BigInt(transaction.nonce) !== sender.nonce) throw ERRORS.nonce
      const hash = hashInvoke(transaction, chainId)
      if (!isValidSignature(sender, hash, transaction.signature)) throw ERRORS.validation('Invalid signature')
      sender.nonce++
      transactions.set(hash, { hash: toHex(hash), transaction, revertReason: null, block: null })
      if (mining === 'auto') mine()
      return toHex(hash)
    },
    getStatus(hash) {
      const { block, revertReason } = pending(hash)
      if (block === null) return { finality_status: 'RECEIVED' } as API.TransactionStatus
      return {
        finality_status: 'ACCEPTED_ON_L2',
        execution_status: revertReason === null ? 'SUCCEEDED' : 'REVERTED',
        ...(revertReason !== null && { failure_reason: revertReason }),
      } as API.TransactionStatus
    },
    getReceipt(hash) {
      const { block, revertReason, hash: transactionHash } = pending(hash)
      if (block === null) throw ERRORS.hashNotFound
      return {
        type: 'INVOKE',
        transaction_hash: transactionHash,
        actual_fee: { amount: toHex(FEE), unit: 'FRI' },
        finality_status: 'ACCEPTED_ON_L2',
        execution_status: revertReason === null ? 'SUCCEEDED' : 'REVERTED',
        ...(revertReason !== null && { revert_reason: revertReason }),
        block_hash: toHex(BigInt(block) * 7n),
        block_number: block,
        messages_sent: [],
        events: [],
        execution_resources: { l1_gas: 0, l1_data_gas: 128, l2_gas: 100_000 },
      } as API.TXN_RECEIPT_WITH_BLOCK_INFO
    },
    mine,
  }
}
