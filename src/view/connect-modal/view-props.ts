import type { WalletState } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import type { ButtonProps } from '../../element/view-contract.js'
import type { LoadedTexts, ViewTexts } from '../i18n/texts.js'
import type { HostOptions } from './options.js'

/** A view inside the modal that the client's state asks for. */
export type ViewName = 'list' | 'waiting' | 'failed' | 'sign-in'

/** Where in the modal the visitor is. */
export interface Place {
  view: ViewName
  /** What the visitor has opened on top of the view: where to get a wallet, or on a phone the code. */
  page?: '' | 'get' | 'phone' | 'code'
  /** The app of this phone that the visitor has chosen. */
  app?: string
  /** The list has been on screen, and there is a way back to it. */
  hasList?: boolean
}

/** What every view inside the modal is drawn from. */
export interface ViewProps {
  client: WalletClient
  state: WalletState
  texts: LoadedTexts
  theme: ButtonProps['theme']
  options: HostOptions
  place: Place
  /** Goes to another place. */
  go(patch: Partial<Place>): void
}

/** What a view that follows the list is drawn from: its English came with it. */
export interface FullProps extends ViewProps {
  texts: LoadedTexts & ViewTexts
}
