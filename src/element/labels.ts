const LABELS: Record<string, string> = {
  en: 'Connect wallet',
  de: 'Wallet verbinden',
  fr: 'Connecter un portefeuille',
  es: 'Conectar billetera',
  pt: 'Conectar carteira',
  it: 'Connetti wallet',
  ja: 'ウォレットを接続',
  zh: '连接钱包',
  ko: '지갑 연결',
  ar: 'ربط المحفظة',
  tr: 'Cüzdan bağla',
}

/** The idle button's own label in a language (BCP 47); English where there is no better. */
export function readLabel(lang: string): string {
  const key = lang.toLowerCase().split('-')[0] as string
  return (Object.hasOwn(LABELS, key) && LABELS[key]) || (LABELS.en as string)
}
