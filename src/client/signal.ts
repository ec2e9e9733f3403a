import { readField } from '../errors/normalise.js'
import { WalletError } from '../errors/wallet-error.js'

/** Whether a value is an AbortSignal. One of another frame counts too. */
export const isSignal = (value: unknown): value is AbortSignal =>
  typeof readField(value, 'aborted') === 'boolean' &&
  typeof readField(value, 'addEventListener') === 'function'

/** The signal in the options of a page's call, if it is one. */
export function readSignal(options: unknown): AbortSignal | undefined {
  const signal = readField(options, 'signal')
  return isSignal(signal) ? signal : undefined
}

/** Checks what the options of every request have in common: they are an object, and may have a signal. @throws WalletError `request_invalid` */
export function checkOptions(options: unknown, method: string): void {
  const invalid = (text: string) => new WalletError('request_invalid', { message: `${method}: ${text}` })
  if (options === undefined || options === null) return
  if (typeof options !== 'object' || Array.isArray(options)) throw invalid('options is not an object')
  if ((readField(options, 'signal') ?? undefined) !== undefined && !readSignal(options))
    throw invalid('signal is not an AbortSignal')
}
