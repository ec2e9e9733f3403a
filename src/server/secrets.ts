import { WalletError } from '../errors/wallet-error.js'

/** The shortest accepted secret, in bytes or characters. */
const MIN_SECRET = 16

/** A secret of the options: a text, or bytes. */
export type Secret = string | Uint8Array

/** Checks that a secret is hard to guess. @throws WalletError `config_invalid` */
export function checkSecret(secret: unknown, name: string): asserts secret is Secret {
  const isSecret = typeof secret === 'string' || secret instanceof Uint8Array
  if (!isSecret || secret.length < MIN_SECRET)
    throw new WalletError('config_invalid', {
      message: `${name} must be a text or bytes, and have ${MIN_SECRET} characters or more`,
    })
}

/** Warns of a secret that is named and not set, as by a variable that is missing. @param effect what follows from it */
export function warnOfUnsetSecret(
  options: object,
  name: 'secret' | 'sessionSecret',
  effect = 'Each process then has a secret of its own, which ends with it.',
): void {
  if (Object.hasOwn(options, name) && (options as Record<string, unknown>)[name] === undefined)
    console.warn(`${name} is undefined. ${effect}`)
}
