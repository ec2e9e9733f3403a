import { useState } from 'react'
import type { Namespace } from '../../chains/caip2.js'
import { type LinkKind, listMobileWallets, openApp } from '../../connectors/relay/mobile-links.js'
import type { CodeTexts } from '../i18n/texts.js'

interface AppListProps {
  namespace: Namespace
  uri: string
  kind: LinkKind
  texts: CodeTexts
  /** Called with the app that has taken the pairing. */
  onOpen(app: string): void
}

/** The wallet apps of a phone. A tap leaves for one in the same task: later the phone would block it. */
export function AppList({ namespace, uri, kind, texts, onOpen }: AppListProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <ul role="list" className="apps">
      {listMobileWallets(namespace).map(({ id, name, native, universal }) => (
        <li key={id}>
          <button
            type="button"
            part="wallet"
            className="wallet"
            data-app={id}
            onClick={() => {
              try {
                if (openApp(id, uri, kind)) onOpen(id)
              } catch (error) {
                setFailed((error as Error).message)
              }
            }}
          >
            <span className="icon" aria-hidden="true" translate="no">
              <span>{name[0]}</span>
            </span>
            <span className="words">
              <span part="wallet-name" className="cut" translate="no">
                {name}
              </span>
              {!native && !universal && <span className="quiet">{texts.inBrowser}</span>}
            </span>
          </button>
        </li>
      ))}
      {failed && <li role="alert">{failed}</li>}
    </ul>
  )
}
