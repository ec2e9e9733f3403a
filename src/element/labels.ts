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

/** The idle button's own label in a language (BCP 47); English where there is no better. */
export const readLabel = (lang: string): string =>
  LABELS[lang.toLowerCase().split('-')[0] as string] ?? (LABELS.en as string)
