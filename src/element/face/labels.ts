/** Language, the idle button's own label in it, and of English also what the button says when its parts cannot be had. */
const LABELS =
  'enConnect wallet|Not loaded. Try again,deWallet verbinden,frConnecter un portefeuille,esConectar billetera,ptConectar carteira,jaウォレットを接続,zh连接钱包'

/**
 * The button's own text in a language (BCP 47), idle or failed, as far as the first paint has it.
 *
 * @returns undefined where it has none
 */
export const readLabel = (lang: string, failed?: boolean): string | undefined =>
  LABELS.split(',')
    .find((entry) => entry.slice(0, 2) === lang.toLowerCase().split('-')[0])
    ?.slice(2)
    .split('|')[+!!failed]
