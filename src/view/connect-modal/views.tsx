import { MOBILE_NAMES } from '../../connectors/relay/mobile-names.js'
import { isMobile } from '../../platform/environment.js'
import { Glyph } from '../glyph.js'
import type { LoadedTexts } from '../i18n/texts.js'
import { Phrase } from '../phrase.js'
import { AppView, leaveFor } from '../qr/app-list.js'
import { Pairing } from '../qr/pairing.js'
import { english as codeTexts } from '../qr/texts.js'
import { adopt } from '../theme/adopt.js'
import { Failed } from './failed.js'
import { GetWallet, ToPhone } from './get-wallet.js'
import { BACK } from './glyphs.js'
import { watchChoice } from './icon-way.js'
import { readListHead } from './list-head.js'
import { readWords } from './list-rows.js'
import { followFinger } from './sheet.js'
import { SignIn } from './sign-in.js'
import type { Head, ViewProps } from './view-props.js'
import { viewsSheet } from './views.css.js'
import { english } from './views-english.js'
import { Waiting } from './waiting.js'

/**
 * Whether the attempt uses a code, or opens an app with it. A hosted wallet shows its own window first, and a code
 * perhaps later.
 */
const isPairing = ({ choices, attempt }: ViewProps['state']): boolean =>
  !!attempt?.uri || choices.some(({ id, kind }) => id === attempt?.walletId && kind === 'phone')

const readApp = (id: string, texts: LoadedTexts): string => {
  const name = MOBILE_NAMES.find((wallet) => wallet.id === id)?.name
  return name ? readWords({ id, name }, texts).title : ''
}

/** The title and the back button of a view. */
export function readHead(props: ViewProps): Head {
  const texts = { ...english, ...props.texts }
  const code = texts.code ?? codeTexts
  const { state, client, go, place } = props
  const { view, page, app, hasList } = place
  const backTo = (onBack: () => void) => (
    <button type="button" className="tool back" aria-label={texts.back} onClick={onBack}>
      <Glyph path={BACK} />
    </button>
  )
  const connectTo = <Phrase text={texts.connectTo} name={state.appName} />
  if (page === 'all') return { ...readListHead(props), back: backTo(() => go({ page: '' })) }
  if (page === 'get') return { title: texts.getWallet, back: backTo(() => go({ page: '' })) }
  if (page === 'phone') return { title: texts.onPhone, back: backTo(() => go({ page: 'get' })) }
  if (view === 'sign-in') return { title: texts.signIn }
  const back = (hasList || view === 'failed') && backTo(client.back)
  // The heading below names the wallet. The title stays the list's, which says what the visitor connects to.
  if (view === 'failed' || !isPairing(state) || (isMobile() && app)) return { back, title: connectTo }
  return { back, title: isMobile() && page !== 'code' ? code.chooseApp : code.scan }
}

export { changeView } from './change-view.js'
export { playExit } from './exit.js'

/** Gives the modal the sheet of the views, and a phone's finger its hold. */
export function dress(root: ShadowRoot): void {
  adopt(root, viewsSheet)
  followFinger(root)
  watchChoice(root)
}

/** Whether the view of a phone's app is shown. */
export const isApp = ({ state, place }: ViewProps): boolean =>
  place.view === 'waiting' &&
  !/get|phone/.test(place.page ?? '') &&
  isPairing(state) &&
  isMobile() &&
  !!place.app

/** Opens the app that the visitor has chosen with the code of the attempt. */
export const openChosenApp = (props: ViewProps): void => void leaveFor(props.place.app ?? '', props)

/** Draws every view except the list. */
export function Content(props: ViewProps) {
  const { view, page, app } = props.place
  const full = { ...props, texts: { ...english, ...props.texts } }
  if (page === 'get') return <GetWallet {...full} />
  if (page === 'phone') return <ToPhone {...full} />
  if (view === 'failed') return <Failed {...full} />
  if (view === 'sign-in') return <SignIn {...full} />
  if (!isPairing(props.state)) return <Waiting {...full} />
  const isPhone = isMobile()
  return isPhone && app ? (
    <AppView {...full} app={app} name={readApp(app, full.texts)} />
  ) : (
    <Pairing {...full} isPhone={isPhone} />
  )
}
