import type { FormTexts } from '../i18n/texts.js'

/** English: comes with the first element that is required. */
export const english: FormTexts = {
  connect: 'Connect a wallet to continue.',
  sign: 'Sign in with your wallet to continue.',
}
