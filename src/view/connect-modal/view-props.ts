import type { WalletState } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import type { ButtonProps } from '../../element/view-contract.js'
import type { LoadedTexts } from '../i18n/texts.js'

/** What every view inside the modal is drawn from. */
export interface ViewProps {
  client: WalletClient
  state: WalletState
  texts: LoadedTexts
  theme: ButtonProps['theme']
}
