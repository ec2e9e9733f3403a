import type { WalletClient } from '../../client/client.js'
import type { WalletState } from '../../client/state.js'
import type { ButtonProps } from '../contract.js'
import type { LoadedTexts } from '../i18n/texts.js'

/** What every view inside the modal is drawn from. */
export interface ViewProps {
  client: WalletClient
  state: WalletState
  texts: LoadedTexts
  theme: ButtonProps['theme']
}
