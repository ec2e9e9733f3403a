import type { Texts } from './texts.js'

/** Portuguese. */
export const texts: Texts = {
  connectTo: 'Conectar a {0}',
  close: 'Fechar',
  install: 'Instalar {0}',
  newTab: 'abre em uma nova aba',
  noWallet: 'Nenhuma carteira encontrada',
  noWalletHint:
    'Uma carteira é um aplicativo ou extensão do navegador que guarda suas contas e pergunta antes de assinar qualquer coisa. Instale uma e recarregue esta página.',
  sharedIdentity: 'Outra carteira aqui informa a mesma identidade',
  opening: 'Abrindo {0}',
  continueIn: 'Continue em {0}',
  approve: 'Aprove o pedido na sua carteira.',
  stillWaiting:
    'Ainda aguardando. O pedido pode estar atrás desta janela, ou a carteira pode estar bloqueada.',
  cancel: 'Cancelar',
  failed: 'Não foi possível conectar',
  tryAgain: 'Tentar de novo',
  back: 'Voltar',
  connecting: 'Conectando…',
  account: 'Conta',
  copyAddress: 'Copiar endereço',
  copied: 'Copiado',
  copyBlocked: 'Copiar está bloqueado aqui. Selecione o endereço acima e copie.',
  network: 'Trocar de rede',
  confirm: 'Confirme na sua carteira',
  noUpdates: 'As mudanças feitas nesta carteira aparecem aqui após recarregar.',
  another: 'Conectar outra carteira',
  disconnect: 'Desconectar {0}',
}
