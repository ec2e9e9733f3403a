import { useEffect } from 'react'
import { namespaceOf } from '../../chains/caip2.js'
import { createInstallRows } from '../../connectors/evm/injected/known-wallets.js'
import { MOBILE_WALLETS, toPageLink } from '../../connectors/relay/mobile-wallets.js'
import { DISCOVERY_WALLETS } from '../../connectors/starknet/injected/known-wallets.js'
import { OTHER_WALLETS } from '../../connectors/starknet/injected/other-wallets.js'
import { isMobile, readTarget } from '../../platform/environment.js'
import { Glyph, OUT } from '../glyph.js'
import { Phrase } from '../phrase.js'
import { CodeFrame } from '../qr/pairing.js'
import { say } from './conductor.js'
import { PHONE } from './glyphs.js'
import { readWords } from './list-rows.js'
import type { FullProps } from './view-props.js'
import { NO_ICON, WalletIcon } from './wallet-icon.js'

/** A wallet that can be had here. */
interface Offer {
  id: string
  name: string
  href: string
}

/** Wallets of the page's families that this browser or phone has a shop for, each once. */
function listOffers({ client, state }: FullProps): Offer[] {
  const target = readTarget()
  const families = state.chains.map(namespaceOf)
  const wallets = (client.getConfig().wallets ?? []) as readonly string[]
  const isWanted = (id: string, family: string) =>
    !wallets.length || wallets.includes(id) || wallets.includes(family)
  const all = [
    ...(families.includes('eip155') ? createInstallRows().filter(({ id }) => isWanted(id, 'injected')) : []),
    ...(families.includes('starknet')
      ? [...DISCOVERY_WALLETS, ...OTHER_WALLETS].filter(({ id }) => isWanted(id, 'starknet'))
      : []),
  ]
  const offers = all.flatMap(({ id, name, downloads }) => {
    const href = target && downloads[target]
    return href ? [{ id, name, href }] : []
  })
  if (isMobile()) {
    for (const wallet of MOBILE_WALLETS)
      if (
        wallet.browser &&
        families.includes(wallet.namespace) &&
        !offers.some(({ name }) => name === wallet.name)
      )
        offers.push({ id: wallet.id, name: wallet.name, href: toPageLink(wallet, location.href) })
  }
  return offers.filter(({ name }, at) => offers.findIndex((one) => one.name === name) === at)
}

/** What a wallet is, and where to get one: shops for this browser or phone, and a code for the phone beside it. */
export function GetWallet(props: FullProps) {
  const { texts, theme, go } = props
  useEffect(() => say(''), [])
  return (
    <>
      <h2 tabIndex={-1}>{texts.whatIsWallet}</h2>
      <ul className="facts">
        {[texts.walletKeeps, texts.walletAsks, texts.walletSecret].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <ul role="list" className="offers">
        {listOffers(props).map(({ id, name, href }) => {
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
                </span>
                <Glyph path={OUT} label={texts.newTab} />
              </a>
            </li>
          )
        })}
        {!isMobile() && (
          <li>
            <button type="button" className="wallet" onClick={() => go({ page: 'phone' })}>
              <span className="icon">
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

/** A code that a phone's camera opens: this page in an app's own browser, or where to get that app. */
export function ToPhone({ state, texts, theme }: FullProps) {
  const families = state.chains.map(namespaceOf)
  const wallet = MOBILE_WALLETS.find(({ browser, namespace }) => browser && families.includes(namespace))
  const name = wallet?.name ?? ''
  const text = texts.toPhoneText.replace('{0}', () => name)
  useEffect(() => say(text), [text])
  return (
    <div className="pairing">
      <CodeFrame text={wallet ? toPageLink(wallet, location.href) : ''} label={texts.onPhone}>
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
