import type { ReactElement, ReactNode } from 'react'
import type { ListRow } from '../../client/list-rows.js'
import type { WalletState } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import type { ButtonProps } from '../../element/view-contract.js'
import type { CopyResult } from '../copy-text.js'
import type * as sentences from '../failure/sentences.js'
import type { LoadedTexts, ViewTexts } from '../i18n/texts.js'
import type { HostOptions } from './options.js'
import type { SteadyRows } from './steady-rows.js'

/** A view of the modal that the client's state asks for. */
export type ViewName = 'list' | 'waiting' | 'failed' | 'sign-in'

/** The visitor's position in the modal. */
export interface Place {
  view: ViewName
  /** What the visitor has opened on top of the view: where to get a wallet, or on a phone all apps, or the code. */
  page?: '' | 'all' | 'get' | 'phone' | 'code'
  /** The phone app that the visitor has chosen. */
  app?: string
  /** The list was on screen, so there is a way back to it. */
  hasList?: boolean
  /** What has become of the link that the visitor has copied, in this view. */
  copied?: CopyResult
  /** Why an app could not be opened, in this view. */
  failure?: string
}

/** What the clock says of an attempt. */
export interface Clock {
  /** The wallet takes longer to open than the list waits for it. */
  isSlow: boolean
  /** The wallet has not answered for long. */
  isLate: boolean
  /** Whole seconds until the code expires, never below zero. */
  left: number
}

/** A row as it is drawn. */
export interface ShownRow {
  row: ListRow
  /** The group in which it is drawn: its kind; empty for the last used wallet, which stands before all groups. */
  run: ListRow['kind'] | ''
  /** On a phone, an app that is drawn as a tile. */
  isTile: boolean
  isBusy: boolean
  isConnected: boolean
  /** Another row has the same title, so both name their namespace. */
  isTwin: boolean
  /** The Tab key stops at this row. */
  isStop: boolean
}

/** The list as it is drawn. */
export interface List extends Pick<SteadyRows<ListRow>, 'takes'> {
  rows: readonly ShownRow[]
  /** Its groups have headings. */
  hasHeadings: boolean
  /** It has a search field. */
  isMany: boolean
  /** It has a fixed height on a phone. */
  isTall: boolean
  /** It had few rows in its first frame. */
  isShort: boolean
  /** In its first frame it had no wallet that the visitor has, and a way to connect without one. */
  isNew: boolean
  isSearch: boolean
  /** It has more rows than are drawn in its first frame. */
  isPart: boolean
  /** The visitor has typed into the search field. */
  search(query: string): void
  /** A row has the focus. */
  stopAt(id: string): void
}

/** A view's header. */
export interface Head {
  title?: ReactNode
  back?: ReactNode
  className?: string
}

/** The view on screen, and the card's height and place with it, in px. */
export interface Shown {
  view: string
  height: number
  top: number
  /** The selector of what the visitor used last in the list. */
  from?: string
  /** The card's way to its height and place. */
  move?: Animation | undefined
}

/** The views other than the list, once they have loaded. */
export interface Views {
  readHead(props: ViewProps): Head
  Content(props: ViewProps): ReactElement
  /** Whether the view of a phone's app is shown. */
  isApp(props: ViewProps): boolean
  /** Opens the app that the visitor has chosen with the code of the attempt. */
  openChosenApp(props: ViewProps): void
  /** Gives the modal the sheet of the views, and a phone's finger its hold. */
  dress(root: ShadowRoot): void
  /** Moves focus and scroll to a new view, and animates the card to its height. */
  changeView(card: HTMLElement, view: string, last: Shown): void
  /** Shows how a modal disappears that was closed; with the button, if a wallet has connected. */
  playExit(host: HTMLElement, opener?: Element | null): void
}

/** What the views use as soon as it has loaded. */
export interface Parts {
  views: Views | undefined
  /** The drawing of codes. */
  code: { Code(props: { text: string; label: string }): ReactElement } | undefined
  /** Loads that drawing again, after it was lost. */
  fetchCode: (() => void) | undefined
  sentences: typeof sentences | undefined
}

/** The props of every view in the modal: a view is a function of them, and of nothing else. */
export interface ViewProps {
  client: WalletClient
  state: WalletState
  texts: LoadedTexts
  /** The language and direction of the texts. */
  lang: string
  dir: 'ltr' | 'rtl'
  theme: ButtonProps['theme']
  options: HostOptions
  host: HTMLElement
  place: Place
  clock: Clock
  /** The code on screen is the first of this attempt. */
  isFirstCode: boolean
  /** What has loaded. */
  parts: Parts
  /** The list, while it is shown. */
  list: List | undefined
  /** Moves to another place. */
  go(patch: Partial<Place>): void
}

/** The props of a view that loads after the list, with English texts. */
export interface FullProps extends ViewProps {
  texts: LoadedTexts & ViewTexts
}
