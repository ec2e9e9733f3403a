import type { CodeTexts } from '../i18n/texts.js'

/** English; it loads with the code. */
export const english: CodeTexts = {
  scan: 'Scan with your wallet app',
  chooseApp: 'Choose your wallet app',
  code: 'QR code to connect a wallet app',
  waiting: 'Waiting for your wallet',
  reconnecting: 'Reconnecting. This code still works.',
  expires: 'New code in {0}',
  renewed: 'This is a new code.',
  renewing: 'Getting a new code',
  copy: 'Copy link',
  copied: 'Copied',
  copyBlocked: 'Copying is blocked here',
  showCode: 'Show QR code',
  getting: 'Getting a code',
  worksWith: 'Works with {0} and others',
  otherCode: 'Nothing in your wallet? Show another code',
}
