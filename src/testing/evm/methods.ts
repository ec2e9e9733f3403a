import { createRpcError, RPC_CODES } from './error.js'
import type { EvmFaults } from './faults.js'
import type { Approval, PromptKind, Prompts } from './prompts.js'
import type { EvmState } from './state.js'

/** What the methods of a wallet use. */
export interface EvmContext {
  readonly state: EvmState
  readonly faults: EvmFaults
  readonly prompts: Prompts
}

/** Answers one method; rejects with a provider error. */
export type EvmMethod = (params: unknown) => Promise<unknown>

/** Methods by name. */
export type EvmMethods = Readonly<Record<string, EvmMethod>>

/** Opens the wallet's lock screen, if the wallet is locked. */
export async function unlock({ prompts, state }: EvmContext, method: string, params: unknown): Promise<void> {
  if (!state.isLocked) return
  await prompts.ask({ kind: 'unlock', method, params, accounts: [], chainId: state.chainId })
  state.setLocked(false)
}

/** Opens the wallet's window for one request; a locked wallet first shows its lock screen. */
export async function ask(
  context: EvmContext,
  kind: PromptKind,
  method: string,
  params: unknown,
): Promise<Approval> {
  const { prompts, state } = context
  await unlock(context, method, params)
  const accounts = kind === 'connect' ? await state.accounts() : state.granted
  return prompts.ask({ kind, method, params, accounts, chainId: state.chainId })
}

/** Creates the error for invalid params (EIP-1474). */
export const invalidParams = (message: string) => createRpcError(RPC_CODES.invalidParams, message)

/** Reads the only object in a list of params; some methods also take it without the list. @throws invalid params */
export function readObject(params: unknown, bare = false): Record<string, unknown> {
  const value: unknown = Array.isArray(params) && params.length === 1 ? params[0] : bare ? params : undefined
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw invalidParams('Exactly one object is expected as parameter')
  }
  return value as Record<string, unknown>
}

/** Reads a chain id as EIP-3326 requires: hex, no leading zero, a safe integer. @throws invalid params */
export function readHexChain(value: unknown): string {
  if (
    typeof value !== 'string' ||
    !/^0x[1-9a-f][0-9a-f]*$/i.test(value) ||
    Number(value) > Number.MAX_SAFE_INTEGER
  ) {
    throw invalidParams(
      `chainId has to be hex with 0x and without leading zeros, not ${JSON.stringify(value)}`,
    )
  }
  return value.toLowerCase()
}
