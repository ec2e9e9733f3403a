import { listMobileWallets, openApp } from '../../connectors/relay/mobile-links.js'
import { readWords } from '../connect-modal/list-rows.js'
import { Stage } from '../connect-modal/stage.js'
import type { FullProps, ViewProps } from '../connect-modal/view-props.js'
import { NO_ICON, WalletIcon } from '../connect-modal/wallet-icon.js'
import { CHECK, Glyph } from '../glyph.js'
import { english } from './texts.js'

/**
 * Opens an app with the code of the attempt, as the page's `deep-link` says. Where its links are refused, shows the code, which can
 * be scanned and copied.
 *
 * @returns whether it was opened
 */
export function leaveFor(app: string, { client, state, go }: ViewProps): boolean {
  const { deepLink = 'native' } = client.getConfig()
  const isPairing = openApp(app, state.attempt?.uri ?? '', deepLink)
  if (isPairing === null) go({ page: 'code', app: '' })
  if (isPairing) client.chooseApp(app)
  return isPairing !== null
}

/** The way to a code by which a wallet is asked to connect only, when the code on screen brings no answer. */
export function OtherCode({ client, state, texts }: FullProps) {
  if (!state.attempt?.isSilent) return null
  return (
    <button type="button" className="plain" onClick={client.goOn}>
      <span>{(texts.code ?? english).otherCode}</span>
    </button>
  )
}

/** The wallet apps of a phone. A tap opens an app in the same task, because the phone would block it later. */
export function AppList(props: FullProps) {
  const { state, texts, theme, go, place } = props
  return (
    <ul role="list" className="apps">
      {listMobileWallets(state.attempt?.namespace ?? 'eip155').map(({ id, name, native, universal }) => {
        const { title, subtitle } = readWords({ id, name }, texts)
        return (
          <li key={id}>
            <button
              type="button"
              part="wallet"
              className="wallet"
              data-app={id}
              onClick={() => {
                try {
                  const isLeft = !state.attempt?.uri || leaveFor(id, props)
                  if (isLeft && (native || universal)) go({ app: id })
                } catch (error) {
                  go({ failure: (error as Error).message })
                }
              }}
            >
              <WalletIcon of={{ name, icon: NO_ICON }} id={id} theme={theme} />
              <span className="words">
                <span part="wallet-name" className="cut" translate="no">
                  {title}
                </span>
                {native || universal ? (
                  subtitle && <span className="quiet">{subtitle}</span>
                ) : (
                  <span className="quiet">{texts.inBrowser}</span>
                )}
              </span>
            </button>
          </li>
        )
      })}
      {place.failure && <li role="alert">{place.failure}</li>}
    </ul>
  )
}

/**
 * The view after an app was chosen: it opens with the code as soon as the code exists, by itself if the phone still
 * allows it.
 */
export function AppView(props: FullProps & { app: string; name: string }) {
  const { client, state, texts, theme, app, name, go } = props
  const uri = state.attempt?.uri
  return (
    <>
      <Stage
        title={texts.continueIn}
        name={name}
        text={texts.approve}
        actions={
          <>
            <button type="button" onClick={() => client.back()}>
              <span>{texts.cancel}</span>
            </button>
            <button type="button" className="main" disabled={!uri} onClick={() => leaveFor(app, props)}>
              <span>{texts.openApp.replace('{0}', () => name)}</span>
            </button>
          </>
        }
      >
        <span className="spinner" />
        <WalletIcon of={{ name, icon: NO_ICON }} id={app} theme={theme} />
        <Glyph path={CHECK} className="good later" />
      </Stage>
      <div className="foot quiet">
        <OtherCode {...props} />
        <button type="button" className="plain" onClick={() => go({ page: 'get' })}>
          <span>{texts.getWallet}</span>
        </button>
      </div>
    </>
  )
}
