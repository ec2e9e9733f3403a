import type { ReactNode } from 'react'
import { MOBILE_WALLETS } from '../../connectors/relay/mobile-wallets.js'
import type { FullProps, Parts } from '../connect-modal/view-props.js'
import { WalletIcon } from '../connect-modal/wallet-icon.js'
import { copyText } from '../copy-text.js'
import { AppList, OtherCode } from './app-list.js'
import { english } from './texts.js'

/** The remaining time is shown from here on, in s. */
const LAST_SECONDS = 30

/** Seconds as minutes and seconds: 4:09. */
const toClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** A space at which no line breaks: an app's name stays on one line. */
const NO_BREAK = '\u00a0'

/** How many apps are named below the code. */
const NAMED_APPS = 3

/**
 * A text as a code with a wallet's icon in it; an empty frame of the same size until code and drawing are loaded, and a
 * way to load a lost drawing again.
 */
export function CodeFrame({
  parts,
  text,
  label,
  again,
  children,
}: {
  parts: Parts
  text: string
  label: string
  /** The words of the button that loads a lost drawing again. */
  again: string
  children: ReactNode
}) {
  const Code = parts.code?.Code
  return (
    <div part={text && Code ? 'qr' : undefined} className={text && Code ? 'code' : 'code empty'}>
      {text && Code && <Code text={text} label={label} />}
      {text && parts.fetchCode ? (
        <button type="button" className="main" onClick={parts.fetchCode}>
          <span>{again}</span>
        </button>
      ) : (
        <span className="seal">{children}</span>
      )}
    </div>
  )
}

/** The text of the line below the code. */
function readStatus(
  { left, isDown, hasCode, isFirst }: Record<'isDown' | 'hasCode' | 'isFirst', boolean> & { left: number },
  texts: typeof english,
): string {
  if (isDown) return texts.reconnecting
  if (!hasCode) return texts.getting
  if (left === 0) return texts.renewing
  return isFirst ? texts.waiting : texts.renewed
}

/**
 * A code to scan, or on a phone the apps that open with it. The frame is there before the code, and a new code replaces
 * an expired code.
 */
export function Pairing(props: FullProps & { isPhone: boolean }) {
  const { client, state, texts: main, theme, place, clock, isFirstCode, parts, go, isPhone } = props
  const { attempt } = state
  const texts = main.code ?? english
  const uri = attempt?.uri ?? ''
  const isDown = !!attempt?.isRelayDown
  const { left } = clock
  const isCodeShown = !isPhone || place.page === 'code'
  const status = readStatus({ left, isDown, hasCode: !!uri, isFirst: isFirstCode }, texts)
  const { copied } = place
  const result = copied && { copied: texts.copied, blocked: texts.copyBlocked }[copied]
  const apps = MOBILE_WALLETS.filter(
    ({ namespace, native, universal }) => namespace === attempt?.namespace && (native || universal),
  ).map(({ name }) => name.replace(/ \(.*/, '').replaceAll(' ', NO_BREAK))

  return (
    <>
      <div className="pairing" data-say={result ?? status}>
        {isCodeShown ? (
          <CodeFrame parts={parts} text={uri} label={texts.code} again={main.tryAgain}>
            <WalletIcon of={attempt} id={attempt?.walletId} theme={theme} />
          </CodeFrame>
        ) : (
          <AppList {...props} />
        )}
        <p>
          <span className="spinner" />
          <span>{status}</span>
          {uri && left > 0 && left <= LAST_SECONDS && (
            <span className="left" role="timer" aria-live="off">
              {texts.expires.replace('{0}', toClock(left))}
            </span>
          )}
        </p>
        {isCodeShown && (
          <p className="quiet">
            {apps.length > NAMED_APPS ? (
              <span>{texts.worksWith.replace('{0}', apps.slice(0, NAMED_APPS).join(', '))}</span>
            ) : (
              <bdi translate="no">{apps.join(', ')}</bdi>
            )}
          </p>
        )}
      </div>
      <div className="actions">
        <button type="button" onClick={client.back}>
          <span>{main.cancel}</span>
        </button>
        {isPhone && (
          <button type="button" onClick={() => go({ page: isCodeShown ? '' : 'code' })}>
            <span>{isCodeShown ? texts.chooseApp : texts.showCode}</span>
          </button>
        )}
        <button
          type="button"
          onClick={() => void copyText(uri).then((now) => go({ copied: now }))}
          disabled={!uri}
        >
          <span>{result ?? texts.copy}</span>
        </button>
      </div>
      {(isCodeShown || attempt?.isSilent) && (
        <div className="foot quiet">
          <OtherCode {...props} />
          {isCodeShown && (
            <button type="button" className="plain" onClick={() => go({ page: 'get' })}>
              <span>{main.getWallet}</span>
            </button>
          )}
        </div>
      )}
    </>
  )
}
