const LABELS: Record<string, string> = {
  // No word of Object's own is a language.
  __proto__: null as never,
  en: 'Connect wallet',
  de: 'Wallet verbinden',
  fr: 'Connecter un portefeuille',
  es: 'Conectar billetera',
  pt: 'Conectar carteira',
  ja: 'ウォレットを接続',
  zh: '连接钱包',
}

/** English: where there is no better. */
export const ENGLISH_LABEL = LABELS.en as string

/** The idle button's own label in a language (BCP 47), as far as the first paint has it. */
export const readLabel = (lang: string): string | undefined =>
  LABELS[lang.toLowerCase().split('-')[0] as string]
