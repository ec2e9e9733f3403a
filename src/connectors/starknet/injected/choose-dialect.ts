import { NativePromise } from '../../../platform/natives.js'
import { wait, within } from '../../../platform/time.js'
import { createAccountApi } from '../account-api.js'
import type { Dialect } from '../dialect.js'
import { ask } from '../wallet-call.js'
import { isUnknownMethod } from '../wallet-errors.js'
import type { StarknetWallet } from '../wallet-object.js'
import { createWalletApi } from './wallet-api.js'

/** How long a wallet may take for a request that never prompts, in ms; longer, its worker has to start. */
const PROBE_TIMEOUT = 1_000

/** The answer to the request comes this long after that to `isPreauthorized` at most, in ms, when a worker has started. */
const NEXT_ANSWER = 100

/** The longest wait for a wallet's worker, in ms. That of Argent X needs up to 2.5 s. */
const START_TIMEOUT = 4_000

/**
 * Finds out which API a wallet speaks. A wallet without `enable` has only the wallet API. Every other wallet is asked for
 * its permissions, which no wallet answers with a window; older wallets refuse that, answer nonsense, or do not answer. The
 * worker of a wallet that starts answers in the order of the questions, so a wallet that answers `isPreauthorized` first lacks the request.
 *
 * @param isSilent the accounts are read next, without a prompt: the wallet's permissions, which it was just asked for, are
 * not read again
 */
export async function chooseDialect(wallet: StarknetWallet, isSilent = false): Promise<Dialect> {
  if (typeof wallet.enable !== 'function') return createWalletApi(wallet)
  let permissions: unknown[] | undefined
  const current = ask(wallet, 'wallet_getPermissions').then(
    (answer) => {
      if (!Array.isArray(answer)) return false
      permissions = answer
      return true
    },
    (error) => !isUnknownMethod(error),
  )
  const askOlder = () =>
    new NativePromise((resolve) => resolve(wallet.isPreauthorized?.()))
      .catch(() => {})
      .then(() => wait(NEXT_ANSWER))
      .then(() => false)
  const isCurrent = await within(current, PROBE_TIMEOUT, () =>
    within(NativePromise.race([current, askOlder()]), START_TIMEOUT, () => false),
  )
  return isCurrent ? createWalletApi(wallet, isSilent ? permissions : undefined) : createAccountApi(wallet)
}
