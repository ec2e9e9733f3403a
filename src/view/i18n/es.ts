import type { Texts } from './texts.js'

/** Spanish. */
export const texts: Texts = {
  connectTo: 'Conectar con {0}',
  close: 'Cerrar',
  install: 'Instalar {0}',
  newTab: 'se abre en una pestaña nueva',
  noWallet: 'No se encontró ninguna billetera',
  noWalletHint:
    'Una billetera es una app o extensión del navegador que guarda tus cuentas y te pregunta antes de firmar nada. Instala una y recarga esta página.',
  sharedIdentity: 'Otra billetera presente da la misma identidad',
  opening: 'Abriendo {0}',
  continueIn: 'Continúa en {0}',
  approve: 'Aprueba la solicitud en tu billetera.',
  stillWaiting:
    'Seguimos esperando. La solicitud puede estar detrás de esta ventana, o tu billetera puede estar bloqueada.',
  cancel: 'Cancelar',
  failed: 'No se pudo conectar',
  tryAgain: 'Reintentar',
  back: 'Atrás',
  connecting: 'Conectando…',
  account: 'Cuenta',
  copyAddress: 'Copiar dirección',
  copied: 'Copiada',
  copyBlocked: 'Aquí no se permite copiar. Selecciona la dirección de arriba y cópiala.',
  network: 'Cambiar de red',
  confirm: 'Confirma en tu billetera',
  noUpdates: 'Los cambios hechos en esta billetera aparecen aquí al recargar.',
  another: 'Conectar otra billetera',
  disconnect: 'Desconectar {0}',
}
