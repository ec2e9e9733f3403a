import type { Texts } from './texts.js'

/** Italian. */
export const texts: Texts = {
  connectTo: 'Connetti a {0}',
  close: 'Chiudi',
  install: 'Installa {0}',
  newTab: 'si apre in una nuova scheda',
  noWallet: 'Nessun wallet trovato',
  noWalletHint:
    'Un wallet è un’app o un’estensione del browser che custodisce i tuoi account e chiede conferma prima di firmare. Installane uno e ricarica questa pagina.',
  sharedIdentity: 'Un altro wallet presente dichiara la stessa identità',
  opening: 'Apertura di {0}',
  continueIn: 'Continua in {0}',
  approve: 'Approva la richiesta nel tuo wallet.',
  stillWaiting:
    'Ancora in attesa. La richiesta potrebbe essere dietro questa finestra, o il wallet è bloccato.',
  cancel: 'Annulla',
  failed: 'Connessione non riuscita',
  tryAgain: 'Riprova',
  back: 'Indietro',
  connecting: 'Connessione…',
  account: 'Account',
  copyAddress: 'Copia indirizzo',
  copied: 'Copiato',
  copyBlocked: 'Qui la copia è bloccata. Seleziona l’indirizzo sopra e copialo.',
  network: 'Cambia rete',
  confirm: 'Conferma nel tuo wallet',
  noUpdates: 'Le modifiche fatte in questo wallet appaiono qui dopo aver ricaricato.',
  another: 'Connetti un altro wallet',
  disconnect: 'Disconnetti {0}',
}
