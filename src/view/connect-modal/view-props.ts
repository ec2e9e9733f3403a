import type { WalletState } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import type { ButtonProps } from '../../element/view-contract.js'
import type { LoadedTexts, ViewTexts } from '../i18n/texts.js'
import type { HostOptions } from './options.js'

/** A view of the modal that the client's state asks for. */
export type ViewName = 'list' | 'waiting' | 'failed' | 'sign-in'

/** The visitor's position in the modal. */
export interface Place {
  view: ViewName
  /** What the visitor has opened on top of the view: where to get a wallet, or on a phone the code. */
  page?: '' | 'get' | 'phone' | 'code'
  /** The phone app that the visitor has chosen. */
  app?: string
  /** The list was on screen, so there is a way back to it. */
  hasList?: boolean
}

/** The props of every view in the modal. */
export interface ViewProps {
  client: WalletClient
  state: WalletState
  texts: LoadedTexts
  theme: ButtonProps['theme']
  options: HostOptions
  place: Place
  /** Moves to another place. */
  go(patch: Partial<Place>): void
}

/** The props of a view that loads after the list, with English texts. */
export interface FullProps extends ViewProps {
  texts: LoadedTexts & ViewTexts
}
