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
  library ??= import('starknet').catch((cause) => {
    library = undefined
    throw new WalletError('config_invalid', { message: 'starknet.js could not be loaded', cause })
  })
  return library
}
