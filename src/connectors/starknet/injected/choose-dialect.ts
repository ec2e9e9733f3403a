import { within } from '../../../platform/time.js'
import { createAccountApi } from '../account-api.js'
import type { Dialect } from '../dialect.js'
import { ask, isUnknownMethod } from '../wallet-call.js'
import type { StarknetWallet } from '../wallet-object.js'
import { createWalletApi } from './wallet-api.js'

/** How long a wallet may think about a question that never prompts, in ms. */
const PROBE_TIMEOUT = 1_000

/**
 * Which language a wallet speaks. One without `enable` has the wallet API only; of the others a question that never prompts is
 * asked: wallets of the older kind refuse it, answer nonsense, or nothing. A worker that has to start may be late as well;
 * what Argent X says of its specifications needs no worker.
 */
export async function chooseDialect(wallet: StarknetWallet): Promise<Dialect> {
  if (typeof wallet.enable !== 'function') return createWalletApi(wallet)
  const probe = ask(wallet, 'wallet_getPermissions').then(Array.isArray, (error) => !isUnknownMethod(error))
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
    ? createWalletApi(wallet)
    : createAccountApi(wallet)
}
