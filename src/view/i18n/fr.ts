import type { Texts } from './texts.js'

/** French. */
export const texts: Texts = {
  connectTo: 'Se connecter à {0}',
  close: 'Fermer',
  install: 'Installer {0}',
  newTab: 's’ouvre dans un nouvel onglet',
  noWallet: 'Aucun portefeuille trouvé',
  noWalletHint:
    'Un portefeuille est une application ou une extension de navigateur qui garde vos comptes et vous demande votre accord avant de signer. Installez-en un, puis rechargez cette page.',
  sharedIdentity: 'Un autre portefeuille présent donne la même identité',
  opening: 'Ouverture de {0}',
  continueIn: 'Continuez dans {0}',
  approve: 'Approuvez la demande dans votre portefeuille.',
  stillWaiting:
    'Toujours en attente. La demande est peut-être derrière cette fenêtre, ou votre portefeuille est verrouillé.',
  cancel: 'Annuler',
  failed: 'Connexion impossible',
  tryAgain: 'Réessayer',
  back: 'Retour',
  connecting: 'Connexion…',
  account: 'Compte',
  copyAddress: 'Copier l’adresse',
  copied: 'Copié',
  copyBlocked: 'La copie est bloquée ici. Sélectionnez l’adresse ci-dessus et copiez-la.',
  network: 'Changer de réseau',
  confirm: 'Confirmez dans votre portefeuille',
  noUpdates: 'Les changements faits dans ce portefeuille apparaissent ici après rechargement.',
  another: 'Connecter un autre portefeuille',
  disconnect: 'Déconnecter {0}',
}
