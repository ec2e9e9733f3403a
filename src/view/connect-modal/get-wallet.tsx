import { nameChain } from '../../chains/networks.js'
import { MOBILE_NAMES, toPageLink } from '../../connectors/relay/mobile-names.js'
import { isMobile, readAddress } from '../../platform/environment.js'
import { namespaceOf } from '../../protocol/caip2.js'
import { CHECK, Glyph, OUT } from '../glyph.js'
import { Phrase } from '../phrase.js'
import { CodeFrame } from '../qr/pairing.js'
import { LOCK, PHONE, WALLET } from './glyphs.js'
import { readWords } from './list-rows.js'
import { hasApp, listOffers } from './offers.js'
import type { FullProps } from './view-props.js'
import { NO_ICON, WalletIcon } from './wallet-icon.js'

/** Explains what a wallet is and where to get one: shops for this browser or phone, and a QR code for the phone. */
export function GetWallet(props: FullProps) {
  const { client, state, texts, theme, go } = props
  const { networks } = client.getConfig()
  const offers = listOffers(props)
  const isMixed = new Set(offers.map(({ namespace }) => namespace)).size > 1
  return (
    <>
      <h2 tabIndex={-1}>{texts.whatIsWallet}</h2>
      <ul role="list" className="facts">
        {(
          [
            [WALLET, texts.walletKeeps],
            [CHECK, texts.walletAsks],
            [LOCK, texts.walletSecret],
          ] as const
        ).map(([path, text]) => (
          <li key={text}>
            <Glyph path={path} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <ul role="list" className="offers">
        {offers.map(({ id, name, namespace, href }) => {
          const { title, subtitle } = readWords({ id, name }, texts)
          return (
            <li key={id}>
              <a className="wallet" href={href} target="_blank" rel="noopener noreferrer">
                <WalletIcon of={{ name, icon: NO_ICON }} id={id} theme={theme} />
                <span className="words">
                  <span className="cut">
                    <bdi translate="no">{title}</bdi>
                  </span>
                  {subtitle && <span className="quiet">{subtitle}</span>}
                  {/* On a phone, each row leads to an app. */}
                  {!isMobile() && (
                    <span className="quiet">
                      {hasApp({ name, namespace })
                        ? `${texts.extension} · ${texts.phoneApp}`
                        : texts.extension}
                    </span>
                  )}
                </span>
                {isMixed && (
                  <span className="quiet" translate="no">
                    {nameChain(
                      state.chains.find((chain) => namespaceOf(chain) === namespace) ?? '',
                      networks,
                    )}
                  </span>
                )}
                <Glyph path={OUT} label={texts.newTab} />
              </a>
            </li>
          )
        })}
        {!isMobile() && (
          <li>
            <button type="button" className="wallet" onClick={() => go({ page: 'phone' })}>
              <span className="icon letter">
                <Glyph path={PHONE} />
              </span>
              <span className="words">{texts.onPhone}</span>
            </button>
          </li>
        )}
      </ul>
    </>
  )
}

/** A QR code for a phone's camera. It opens this page in an app's own browser, or the shop of that app. */
export function ToPhone({ state, texts, theme, parts }: FullProps) {
  const families = state.chains.map(namespaceOf)
  const wallet = MOBILE_NAMES.find(({ browser, namespace }) => browser && families.includes(namespace))
  const name = wallet?.name ?? ''
  const text = texts.toPhoneText.replace('{0}', () => name)
  return (
    <div className="pairing" data-say={text}>
      <CodeFrame
        parts={parts}
        text={wallet ? toPageLink(wallet, readAddress().href) : ''}
        label={texts.onPhone}
        again={texts.tryAgain}
      >
        <WalletIcon of={{ name, icon: NO_ICON }} id={wallet?.id} theme={theme} />
      </CodeFrame>
      <p>
        <span>
          <Phrase text={texts.toPhoneText} name={name} />
        </span>
      </p>
    </div>
  )
}
