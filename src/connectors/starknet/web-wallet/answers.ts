import { readField } from '../../../errors/normalise.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { type ChainId, readStarknetChainId } from '../../../protocol/caip2.js'
import { readFelt, toFeltHex } from '../../../protocol/felt.js'
import { readTransactionHash } from '../../../protocol/starknet-answers.js'
import { readStarknetAccounts } from '../accounts.js'

/** Whether the visitor is logged in (specification, login status). */
export interface LoginStatus {
  isLoggedIn: boolean
  hasSession?: boolean
  isPreauthorized?: boolean
}

/** What connecting returns in the newer dialect. */
export interface ConnectedAnswer {
  accounts: string[]
  chainId: ChainId | null
}

/** How an account will be deployed (Starknet wallet API, deployment data). */
export interface DeploymentData {
  address: string
  class_hash: string
  salt: string
  calldata: string[]
  sigdata?: string[]
  version: 0 | 1
}

const malformed = () => new WalletError('wallet_malformed')

/** Refuses null: the answer has another form than the procedure's. */
function need<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw malformed()
  return value
}

const readFlag = (value: unknown): boolean | undefined => {
  if (value === undefined || typeof value === 'boolean') return value
  throw malformed()
}

/** Copies a list from a window, because the original may have gaps. */
const readList = (value: unknown): unknown[] | null =>
  Array.isArray(value) && value.length <= 100 ? [...value] : null

const readTexts = (value: unknown): string[] | null => {
  const list = readList(value)
  return list?.every((item) => typeof item === 'string') ? (list as string[]) : null
}

const readFelts = (value: unknown): string[] =>
  need(readList(value)).map((item) => toFeltHex(need(readFelt(item))))

/**
 * Reads the answer of each procedure. It leaves out extra fields and refuses any other form.
 *
 * @throws WalletError `wallet_malformed`
 */
export const ANSWERS = {
  authorize: (answer: unknown): boolean => need(readFlag(answer)),
  connect: (answer: unknown): string => need(typeof answer === 'string' ? answer : null),
  /** Returns one address, `0x` and 64 hex digits. */
  enable: (answer: unknown): string =>
    need(typeof answer === 'string' ? readStarknetAccounts(answer)?.[0] : null),
  execute: (answer: unknown): string => need(readTransactionHash(answer)),
  addInvokeTransaction: (answer: unknown): string => need(readTransactionHash(answer)),
  signMessage: (answer: unknown): string[] => need(readTexts(answer)),
  signTypedData: (answer: unknown): string[] => need(readTexts(answer)),
  getLoginStatus: (answer: unknown): LoginStatus => {
    const isLoggedIn = need(readFlag(readField(answer, 'isLoggedIn')))
    const hasSession = readFlag(readField(answer, 'hasSession'))
    const isPreauthorized = readFlag(readField(answer, 'isPreauthorized'))
    return {
      isLoggedIn,
      ...(hasSession !== undefined && { hasSession }),
      ...(isPreauthorized !== undefined && { isPreauthorized }),
    }
  },
  connectWebwallet: (answer: unknown): ConnectedAnswer => {
    if (answer === null || typeof answer !== 'object') throw malformed()
    const account = readField(answer, 'account')
    const chainId = readField(answer, 'chainId')
    return {
      accounts:
        account === undefined ? [] : need(Array.isArray(account) ? readStarknetAccounts(account) : null),
      chainId: chainId === undefined ? null : need(readStarknetChainId(chainId)),
    }
  },
  requestAccounts: (answer: unknown): string[] =>
    need(Array.isArray(answer) ? readStarknetAccounts(answer) : null),
  requestChainId: (answer: unknown): ChainId => need(readStarknetChainId(answer)),
  getPermissions: (answer: unknown): string[] => need(readTexts(answer)),
  deploymentData: (answer: unknown): DeploymentData => {
    const felt = (key: string) => toFeltHex(need(readFelt(readField(answer, key))))
    const version = readField(answer, 'version')
    const sigdata = readField(answer, 'sigdata')
    return {
      address: felt('address'),
      class_hash: felt('class_hash'),
      salt: felt('salt'),
      calldata: readFelts(readField(answer, 'calldata')),
      ...(sigdata !== undefined && { sigdata: readFelts(sigdata) }),
      version: need(version === 0 ? 0 : version === 1 ? 1 : null), // never -0, which JSON does not know
    }
  },
} as const

/** A procedure of the wallet's page, except `updateModal`. */
export type Procedure = keyof typeof ANSWERS

/** The answer of a procedure. */
export type Answer<P extends Procedure> = ReturnType<(typeof ANSWERS)[P]>
