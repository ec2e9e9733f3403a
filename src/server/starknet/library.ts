import { WalletError } from '../../errors/wallet-error.js'

/** What of starknet.js is used. It is loaded with the first Starknet signature, so that EVM servers never load it. */
export type StarknetLibrary = Pick<typeof import('starknet'), 'ec' | 'hash' | 'typedData'>

let library: Promise<StarknetLibrary> | undefined

/**
 * starknet.js, loaded once. A failed load is tried again the next time.
 *
 * @throws WalletError `config_invalid`
 */
export function loadStarknet(): Promise<StarknetLibrary> {
  library ??= load()
  return library
}

async function load(): Promise<StarknetLibrary> {
  // A bundler takes an import within `try` for one that may fail, and goes on without the package.
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
