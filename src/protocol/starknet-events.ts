import { WalletError } from '../errors/wallet-error.js'

/** The two events of a Starknet wallet. */
export type StarknetEvent = 'accountsChanged' | 'networkChanged'

/**
 * Checks the name of an event before anything is registered for it.
 *
 * @throws WalletError `unsupported_event` for any other name
 */
export function parseStarknetEvent(name: unknown): StarknetEvent {
  if (name === 'accountsChanged' || name === 'networkChanged') return name
  throw new WalletError('unsupported_event')
}
