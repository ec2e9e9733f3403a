import type { FormTexts } from '../i18n/texts.js'

/** English; it loads with the first required element. */
export const english: FormTexts = {
  connect: 'Connect a wallet to continue.',
  sign: 'Sign in with your wallet to continue.',
}
