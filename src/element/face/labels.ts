/** What the idle button says in English. */
export const ENGLISH_LABEL = 'Connect wallet'

/** What the button says when its parts cannot be had. Other languages are among those parts. */
export const FAILED_LABEL = 'Not loaded. Try again'

/**
 * The idle button's own text by language, as far as the first paint has it: every page pays for it. By two letters of a BCP 47
 * tag, so that no word of Object's own is a language.
 */
export const LABELS: Record<string, string | undefined> = {
  de: 'Wallet verbinden',
  fr: 'Connecter un portefeuille',
  es: 'Conectar billetera',
  pt: 'Conectar carteira',
}
