import type { Texts } from './texts.js'

/** German. */
export const texts: Texts = {
  connectTo: 'Mit {0} verbinden',
  close: 'Schließen',
  install: '{0} installieren',
  newTab: 'öffnet einen neuen Tab',
  noWallet: 'Keine Wallet gefunden',
  noWalletHint:
    'Eine Wallet ist eine App oder Browsererweiterung, die deine Konten verwahrt und dich fragt, bevor sie etwas signiert. Installiere eine und lade diese Seite neu.',
  sharedIdentity: 'Eine andere Wallet hier gibt dieselbe Kennung an',
  opening: '{0} wird geöffnet',
  continueIn: 'Weiter in {0}',
  approve: 'Bestätige die Anfrage in deiner Wallet.',
  stillWaiting:
    'Noch keine Antwort. Die Anfrage liegt vielleicht hinter diesem Fenster, oder die Wallet ist gesperrt.',
  cancel: 'Abbrechen',
  failed: 'Verbindung nicht möglich',
  tryAgain: 'Erneut versuchen',
  back: 'Zurück',
  connecting: 'Verbinden …',
  account: 'Konto',
  copyAddress: 'Adresse kopieren',
  copied: 'Kopiert',
  copyBlocked: 'Kopieren ist hier gesperrt. Markiere die Adresse oben und kopiere sie.',
  network: 'Netzwerk wechseln',
  confirm: 'In der Wallet bestätigen',
  noUpdates: 'Änderungen in dieser Wallet erscheinen hier erst nach dem Neuladen.',
  another: 'Weitere Wallet verbinden',
  disconnect: '{0} trennen',
}
