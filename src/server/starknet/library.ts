import { WalletError } from '../../errors/wallet-error.js'

/** The part of starknet.js that we use. It loads with the first Starknet signature, so EVM servers never load it. */
export type StarknetLibrary = Pick<typeof import('starknet'), 'ec' | 'hash' | 'typedData'>

let library: Promise<StarknetLibrary> | undefined

/**
 * Loads starknet.js once. After a failure the next call tries again.
 *
 * @throws WalletError `config_invalid`
 */
export function loadStarknet(): Promise<StarknetLibrary> {
  library ??= load()
  return library
}

async function load(): Promise<StarknetLibrary> {
  // A bundler treats an import inside `try` as optional, and builds without the package.
  let cause: unknown
  try {
    const found = await import('starknet')
    if (found.typedData) return found
  } catch (error) {
    cause = error
  }
  library = undefined
  const message = 'To sign Starknet accounts in, install the starknet package'
  throw new WalletError('config_invalid', { message, cause })
}
