import { useLayoutEffect, useRef, useState } from 'react'
import { isMobile } from '../../platform/environment.js'
import { useCopy } from '../account-menu/use-copy.js'
import type { ViewProps } from '../connect-modal/view-props.js'
import { adopt } from '../theme/adopt.js'
import { AppList } from './app-list.js'
import { Code } from './code.js'
import { qrSheet } from './qr.css.js'
import { english } from './texts.js'
import { toClock, useCountdown } from './use-countdown.js'

/** What the code is drawn from: the modal's own, and a code that is there. */
export interface PairingProps extends ViewProps {
  uri: string
  expiresAt: number
}

/** A code to be scanned, or on a phone the apps to go to with it. A new code takes the place of one that has ended. */
export function PairingCode({ client, state: { attempt }, texts: main, uri, expiresAt }: PairingProps) {
  const texts = main.code ?? english
  const root = useRef<HTMLDivElement>(null)
  const first = useRef(uri)
  const left = useCountdown(expiresAt)
  const [copied, copy] = useCopy(uri)
  const isPhone = isMobile()
  const [isCodeShown, showCode] = useState(!isPhone)
  useLayoutEffect(() => adopt((root.current as HTMLElement).getRootNode() as ShadowRoot, qrSheet), [])

  const status = attempt?.isRelayDown
    ? texts.reconnecting
    : left === 0
      ? texts.renewing
      : first.current === uri
        ? texts.waiting
        : texts.renewed
  return (
    <div ref={root}>
      <div className="pairing">
        <h2 tabIndex={-1} aria-describedby="text">
          <span>{isCodeShown ? texts.scan : texts.chooseApp}</span>
        </h2>
        {isCodeShown ? (
          <Code text={uri} label={texts.code} />
        ) : (
          <AppList
            namespace={attempt?.namespace ?? 'eip155'}
            uri={uri}
            kind={client.getConfig().deepLink ?? 'native'}
            texts={texts}
            onOpen={client.chooseApp}
          />
        )}
        <p>
          <span className="spinner" />
          <span id="text" role="status">
            {status}
          </span>
        </p>
        <span className="quiet left" role="timer" aria-live="off">
          {texts.expires.replace('{0}', toClock(left))}
        </span>
      </div>
      <div className="actions">
        <button type="button" onClick={client.back}>
          <span>{main.cancel}</span>
        </button>
        {isPhone && (
          <button type="button" onClick={() => showCode(!isCodeShown)}>
            <span>{isCodeShown ? texts.chooseApp : texts.showCode}</span>
          </button>
        )}
        <button type="button" onClick={copy}>
          <span>
            {copied === 'copied' ? texts.copied : copied === 'blocked' ? texts.copyBlocked : texts.copy}
          </span>
        </button>
      </div>
    </div>
  )
}
