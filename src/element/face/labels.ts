/** Language → the idle button's own label, then what it says when its parts cannot be had. */
const LABELS: Record<string, string> = {
  // No word of Object's own is a language.
  __proto__: null as never,
  en: 'Connect wallet|Not loaded. Try again',
  de: 'Wallet verbinden|Nicht geladen. Wiederholen',
  fr: 'Connecter un portefeuille|Non chargé. Réessayer',
  es: 'Conectar billetera|No cargado. Repetir',
  pt: 'Conectar carteira|Não carregado. Repetir',
  ja: 'ウォレットを接続|失敗。再試行',
  zh: '连接钱包|失败。重试',
}

/**
 * The button's own text in a language (BCP 47), idle or failed, as far as the first paint has it.
 *
 * @returns undefined where it has none
 */
export const readLabel = (lang: string, failed?: boolean): string | undefined =>
  LABELS[lang.toLowerCase().split('-')[0] as string]?.split('|')[+!!failed]
