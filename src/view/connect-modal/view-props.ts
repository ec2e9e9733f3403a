import type { WalletClient } from '../../client/client.js'
import type { WalletState } from '../../client/state.js'
import type { ButtonProps } from '../contract.js'
import type { MainTexts } from '../i18n/texts.js'

/** What every view inside the modal is drawn from. */
export interface ViewProps {
  client: WalletClient
  state: WalletState
  texts: MainTexts
  theme: ButtonProps['theme']
}
