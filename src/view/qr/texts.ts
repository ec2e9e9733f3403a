import { pickLanguage } from '../i18n/languages.js'

/** The texts around a code. `{0}` is where a name or a time goes. */
export interface QrTexts {
  scan: string
  chooseApp: string
  code: string
  waiting: string
  reconnecting: string
  expires: string
  renewed: string
  renewing: string
  copy: string
  copied: string
  copyBlocked: string
  showCode: string
  inBrowser: string
}

const NAMES: readonly (keyof QrTexts)[] = [
  'scan',
  'chooseApp',
  'code',
  'waiting',
  'reconnecting',
  'expires',
  'renewed',
  'renewing',
  'copy',
  'copied',
  'copyBlocked',
  'showCode',
  'inBrowser',
]

/** One line for each language, in the order of NAMES: they are fetched with the code, and must not delay it. */
const LINES: Record<string, string> = {
  en: 'Scan with your wallet app|Choose your wallet app|QR code to connect a wallet app|Waiting for your wallet|Reconnecting. This code still works.|New code in {0}|This is a new code.|Getting a new code|Copy link|Copied|Copying is blocked here|Show QR code|Opens this page in the app',
  de: 'Mit deiner Wallet-App scannen|Wähle deine Wallet-App|QR-Code zum Verbinden einer Wallet-App|Warten auf deine Wallet|Verbindung wird wiederhergestellt. Dieser Code gilt weiter.|Neuer Code in {0}|Dies ist ein neuer Code.|Neuer Code wird geholt|Link kopieren|Kopiert|Kopieren ist hier gesperrt|QR-Code zeigen|Öffnet diese Seite in der App',
  fr: 'Scannez avec votre application de portefeuille|Choisissez votre application de portefeuille|Code QR pour connecter une application de portefeuille|En attente de votre portefeuille|Reconnexion. Ce code reste valable.|Nouveau code dans {0}|Voici un nouveau code.|Nouveau code en cours|Copier le lien|Copié|La copie est bloquée ici|Afficher le code QR|Ouvre cette page dans l’application',
  es: 'Escanea con tu app de monedero|Elige tu app de monedero|Código QR para conectar una app de monedero|Esperando a tu monedero|Reconectando. Este código sigue sirviendo.|Código nuevo en {0}|Este es un código nuevo.|Obteniendo un código nuevo|Copiar enlace|Copiado|Aquí no se puede copiar|Mostrar código QR|Abre esta página en la app',
  pt: 'Leia com a sua app de carteira|Escolha a sua app de carteira|Código QR para ligar uma app de carteira|À espera da sua carteira|A religar. Este código continua válido.|Novo código em {0}|Este é um código novo.|A obter um novo código|Copiar ligação|Copiado|Copiar está bloqueado aqui|Mostrar código QR|Abre esta página na app',
  it: 'Scansiona con la tua app wallet|Scegli la tua app wallet|Codice QR per collegare un’app wallet|In attesa del tuo wallet|Riconnessione. Questo codice vale ancora.|Nuovo codice tra {0}|Questo è un codice nuovo.|Nuovo codice in arrivo|Copia link|Copiato|Qui non si può copiare|Mostra codice QR|Apre questa pagina nell’app',
  ja: 'ウォレットアプリで読み取ってください|ウォレットアプリを選択|ウォレットアプリを接続するQRコード|ウォレットを待っています|再接続中です。このコードはまだ使えます。|{0}後に新しいコード|新しいコードです。|新しいコードを取得中|リンクをコピー|コピーしました|ここではコピーできません|QRコードを表示|アプリ内でこのページを開きます',
  zh: '用钱包应用扫描|选择钱包应用|用于连接钱包应用的二维码|正在等待钱包|正在重新连接，此二维码仍然有效。|{0} 后更换二维码|这是新的二维码。|正在获取新的二维码|复制链接|已复制|此处无法复制|显示二维码|在应用中打开此页面',
  ko: '지갑 앱으로 스캔하세요|지갑 앱 선택|지갑 앱 연결용 QR 코드|지갑을 기다리는 중|다시 연결하는 중입니다. 이 코드는 계속 사용할 수 있습니다.|{0} 후 새 코드|새 코드입니다.|새 코드를 가져오는 중|링크 복사|복사됨|여기서는 복사할 수 없습니다|QR 코드 보기|앱에서 이 페이지를 엽니다',
  ar: 'امسح بتطبيق محفظتك|اختر تطبيق محفظتك|رمز QR لربط تطبيق محفظة|بانتظار محفظتك|جارٍ إعادة الاتصال. هذا الرمز ما زال صالحًا.|رمز جديد خلال {0}|هذا رمز جديد.|جارٍ جلب رمز جديد|نسخ الرابط|تم النسخ|النسخ محظور هنا|إظهار رمز QR|يفتح هذه الصفحة في التطبيق',
  tr: 'Cüzdan uygulamanızla tarayın|Cüzdan uygulamanızı seçin|Cüzdan uygulaması bağlamak için QR kodu|Cüzdanınız bekleniyor|Yeniden bağlanılıyor. Bu kod hâlâ geçerli.|{0} içinde yeni kod|Bu yeni bir kod.|Yeni kod alınıyor|Bağlantıyı kopyala|Kopyalandı|Burada kopyalama engelli|QR kodunu göster|Bu sayfayı uygulamada açar',
}

/** The texts for a BCP 47 tag; English where there are none. */
export function readQrTexts(tag: string): QrTexts {
  const words = (LINES[pickLanguage(tag) ?? 'en'] as string).split('|')
  return Object.fromEntries(NAMES.map((name, index) => [name, words[index]])) as unknown as QrTexts
}
