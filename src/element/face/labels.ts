/** The label of the idle button in English. */
export const ENGLISH_LABEL = 'Connect wallet'

/**
 * The label when a part of the button cannot be loaded, in English, because other languages are among those parts. A language
 * that has loaded says “Try again”.
 */
export const FAILED_LABEL = 'Not loaded. Try again'

/**
 * The label of the idle button in the languages that the first paint knows, because every page downloads them. The keys
 * are languages of two letters, so that no property of Object.prototype is taken for a language.
 */
export const LABELS: Record<string, string | undefined> = {
  de: 'Wallet verbinden',
  fr: 'Connecter un portefeuille',
  es: 'Conectar billetera',
  pt: 'Conectar carteira',
  pl: 'Połącz portfel',
  nl: 'Wallet verbinden',
  ms: 'Sambung dompet',
}
