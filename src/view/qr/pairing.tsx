import { useEffect, useRef } from 'react'
import { MOBILE_WALLETS } from '../../connectors/relay/mobile-wallets.js'
import { loadChunk } from '../../platform/chunks.js'
import { useCopy } from '../account-menu/use-copy.js'
import { say } from '../connect-modal/conductor.js'
import type { FullProps } from '../connect-modal/view-props.js'
import { WalletIcon } from '../connect-modal/wallet-icon.js'
import { type Part, usePart } from '../use-part.js'
import { AppList } from './app-list.js'
import { english } from './texts.js'
import { toClock, useCountdown } from './use-countdown.js'

/** The drawing of codes, with the library that it needs. */
const CODE: Part<typeof import('./code.js')> = {
  load: () => loadChunk('view/qr/code', () => import('./code.js')),
}

/** The remaining time is shown from here on, in s. */
const LAST_SECONDS = 30

/** How many apps are named below the code. */
const NAMED_APPS = 3

/** A text as a code with a wallet's icon in it; an empty frame of the same size until code and drawing are loaded. */
export function CodeFrame({
  text,
  label,
  children,
}: {
  text: string
  label: string
  children: React.ReactNode
}) {
  const Code = usePart(CODE, true)?.Code
  return (
    <div part={text && Code ? 'qr' : undefined} className={text && Code ? 'code' : 'code empty'}>
      {text && Code && <Code text={text} label={label} />}
      <span className="seal">{children}</span>
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
  const { client, state, texts: main, theme, place, go, isPhone } = props
  const { attempt } = state
  const texts = main.code ?? english
  const uri = attempt?.uri ?? ''
  const isDown = !!attempt?.isRelayDown
  const left = useCountdown(attempt?.uriExpiresAt ?? 0)
  const [copied, copy] = useCopy(uri)
  const isCodeShown = !isPhone || place.page === 'code'
  const first = useRef('')
  first.current ||= uri
  const status = readStatus({ left, isDown, hasCode: !!uri, isFirst: first.current === uri }, texts)
  const copyText = { copied: texts.copied, blocked: texts.copyBlocked }[copied ?? ('' as never)] ?? texts.copy
  useEffect(() => say(copied ? copyText : status), [copied, copyText, status])
  const apps = MOBILE_WALLETS.filter(
    ({ namespace, native, universal }) => namespace === attempt?.namespace && (native || universal),
  ).map(({ name }) => name.replace(/ \(.*/, ''))

  return (
    <>
      <div className="pairing">
        {isCodeShown ? (
          <CodeFrame text={uri} label={texts.code}>
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
        <button type="button" onClick={copy} disabled={!uri}>
          <span>{copyText}</span>
        </button>
      </div>
      {isCodeShown && (
        <div className="foot quiet">
          <button type="button" className="plain" onClick={() => go({ page: 'get' })}>
            <span>{main.getWallet}</span>
          </button>
        </div>
      )}
    </>
  )
}
