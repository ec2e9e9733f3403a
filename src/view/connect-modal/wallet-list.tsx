import { memo } from 'react'
import { isConnecting } from '../../client/machine.js'
import type { Choice } from '../../client/state.js'
import { MAX_WALLET_ROWS } from '../../constants.js'
import { Glyph } from '../glyph.js'
import type { Texts } from '../i18n/texts.js'
import { Phrase } from '../phrase.js'
import type { ViewProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

const FAMILIES = { eip155: 'EVM', starknet: 'Starknet' }

/** The wallets to choose from. Rows that come late find their place without moving the focus. */
export function WalletList({ client, state, texts, theme }: ViewProps) {
  const { choices, attempt, phase } = state
  const rows = choices.slice(0, MAX_WALLET_ROWS)
  const isMixed = rows.some(({ namespace }) => namespace !== rows[0]?.namespace)
  const busy = isConnecting(phase) ? attempt?.walletId : undefined
  return (
    <div className="body list">
      {!rows.some(({ availability }) => availability === 'ready') && (
        <div className="empty">
          <span className="badge">
            <Glyph of="wallet" />
          </span>
          <h2>{texts.noWallet}</h2>
          <p>{texts.noWalletHint}</p>
        </div>
      )}
      <ul role="list">
        {rows.map((choice, index) => (
          <li key={choice.id}>
            <Row
              choice={choice}
              texts={texts}
              theme={theme}
              first={index === 0}
              busy={choice.id === busy}
              family={isMixed ? FAMILIES[choice.namespace] : ''}
              onPick={client.pick}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  choice: Choice
  texts: Texts
  theme: ViewProps['theme']
  first: boolean
  busy: boolean
  /** Shown where wallets of several families are in the list. */
  family: string
  onPick(walletId: string): void
}

const Row = memo(function Row({ choice, texts, theme, first, busy, family, onPick }: RowProps) {
  const { id, name, title, icon, download, availability } = choice
  const isInstall = availability === 'install'
  const subtitle = choice.note ? texts.sharedIdentity : choice.subtitle
  const inside = (
    <>
      <WalletIcon icon={icon} name={name} theme={theme} />
      <span className="words">
        <span part="wallet-name" className="cut">
          {isInstall ? (
            <Phrase text={texts.install} name={name} />
          ) : (
            <bdi translate="no">{title || name}</bdi>
          )}
        </span>
        {subtitle && (
          <span part="wallet-subtitle" className="quiet">
            <bdi>{subtitle}</bdi>
          </span>
        )}
      </span>
      {family && (
        <span className="quiet" translate="no">
          {family}
        </span>
      )}
      {busy && <span className="spinner" />}
      {isInstall && <Glyph of="out" label={texts.newTab} />}
    </>
  )
  const shared = { part: 'wallet', className: 'wallet', 'data-first': first || undefined }
  if (!isInstall) {
    return (
      <button {...shared} type="button" aria-busy={busy} onClick={() => onPick(id)}>
        {inside}
      </button>
    )
  }
  return (
    <a
      {...shared}
      href={/^https:/i.test(download ?? '') ? (download as string) : undefined}
      target="_blank"
      rel="noopener noreferrer"
    >
      {inside}
    </a>
  )
})
