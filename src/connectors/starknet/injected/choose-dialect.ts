import { within } from '../../../platform/time.js'
import { createAccountApi } from '../account-api.js'
import type { Dialect } from '../dialect.js'
import { ask } from '../wallet-call.js'
import { isUnknownMethod } from '../wallet-errors.js'
import type { StarknetWallet } from '../wallet-object.js'
import { createWalletApi } from './wallet-api.js'

/** How long a wallet may take for a request that never prompts, in ms. */
const PROBE_TIMEOUT = 1_000

/**
 * Finds out which API a wallet speaks. A wallet without `enable` has only the wallet API. Every other wallet gets a
 * request that never prompts, and older wallets refuse it, answer nonsense, or do not answer. A wallet whose worker has
 * to start may also be late; Argent X answers this request without its worker.
 *
 * @param isSilent the accounts are read next, without a prompt: the wallet's permissions, which it was just asked for, are
 * not read again
 */
export async function chooseDialect(wallet: StarknetWallet, isSilent = false): Promise<Dialect> {
  if (typeof wallet.enable !== 'function') return createWalletApi(wallet)
  let permissions: unknown[] | undefined
  const probe = ask(wallet, 'wallet_getPermissions').then(
    (answer) => {
      if (!Array.isArray(answer)) return false
      permissions = answer
      return true
    },
    (error) => !isUnknownMethod(error),
  )
  let hasSpecs = false
  void ask(wallet, 'wallet_supportedSpecs').then(
    (specs) => {
      hasSpecs = Array.isArray(specs)
    },
    () => {
      // A wallet that does not know its specifications has none to speak by.
    },
  )
  return (await within(probe, PROBE_TIMEOUT, () => hasSpecs))
    ? createWalletApi(wallet, isSilent ? permissions : undefined)
    : createAccountApi(wallet)
}
