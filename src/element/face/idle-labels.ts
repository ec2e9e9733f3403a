// Written by `node scripts/surface.mjs` from the files in view/i18n/languages/: add or edit one there.

/**
 * The label of the idle button in each language but English. Every page downloads them, so that the first frame is in the visitor's
 * language.
 */
export const IDLE_LABELS: Readonly<Record<string, string>> = {
  ar: 'توصيل المحفظة',
  de: 'Wallet verbinden',
  es: 'Conectar billetera',
  fr: 'Connecter un portefeuille',
  he: 'חיבור ארנק',
  hi: 'वॉलेट कनेक्ट करें',
  id: 'Hubungkan dompet',
  it: 'Connetti il wallet',
  ja: 'ウォレットを接続',
  ko: '지갑 연결',
  ms: 'Sambung dompet',
  nl: 'Wallet verbinden',
  pl: 'Połącz portfel',
  pt: 'Conectar carteira',
  ru: 'Подключить кошелёк',
  th: 'เชื่อมต่อกระเป๋าเงิน',
  tr: 'Cüzdan bağla',
  uk: 'Підключити гаманець',
  vi: 'Kết nối ví',
  'zh-hant': '連接錢包',
  zh: '连接钱包',
}
