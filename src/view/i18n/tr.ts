import type { Texts } from './texts.js'

/** Turkish. */
export const texts: Texts = {
  connectTo: '{0} uygulamasına bağlan',
  close: 'Kapat',
  install: '{0} yükle',
  newTab: 'yeni sekmede açılır',
  noWallet: 'Cüzdan bulunamadı',
  noWalletHint:
    'Cüzdan, hesaplarınızı saklayan ve bir şey imzalamadan önce size soran bir uygulama veya tarayıcı eklentisidir. Bir tane yükleyip bu sayfayı yenileyin.',
  sharedIdentity: 'Buradaki başka bir cüzdan aynı kimliği bildiriyor',
  opening: '{0} açılıyor',
  continueIn: '{0} içinde devam edin',
  approve: 'Cüzdanınızdaki isteği onaylayın.',
  stillWaiting: 'Hâlâ bekleniyor. İstek bu pencerenin arkasında olabilir veya cüzdanınız kilitli olabilir.',
  cancel: 'İptal',
  failed: 'Bağlanılamadı',
  tryAgain: 'Yeniden dene',
  back: 'Geri',
  connecting: 'Bağlanıyor…',
  account: 'Hesap',
  copyAddress: 'Adresi kopyala',
  copied: 'Kopyalandı',
  copyBlocked: 'Burada kopyalama engelli. Yukarıdaki adresi seçip kopyalayın.',
  network: 'Ağı değiştir',
  confirm: 'Cüzdanınızda onaylayın',
  noUpdates: 'Bu cüzdandaki değişiklikler yenilemeden sonra burada görünür.',
  another: 'Başka bir cüzdan bağla',
  disconnect: '{0} bağlantısını kes',
}
