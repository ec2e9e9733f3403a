import { memo } from 'react'
import { isConnecting } from '../../client/machine.js'
import type { Choice } from '../../client/state.js'
import { MAX_WALLET_ROWS } from '../../constants.js'
import { isMobile } from '../../platform/environment.js'
import { Glyph, OUT, WALLET } from '../glyph.js'
import { Phrase } from '../phrase.js'
import { Stage } from './stage.js'
import type { ViewProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

const FAMILIES = { eip155: 'EVM', starknet: 'Starknet' }

/** The wallets to choose from. Rows that come late find their place without moving the focus. */
export function WalletList({ client, state: { choices, attempt, phase }, texts, theme }: ViewProps) {
  const rows = choices.slice(0, MAX_WALLET_ROWS)
  const isMixed = rows.some(({ namespace }) => namespace !== rows[0]?.namespace)
  const busy = isConnecting(phase) && attempt?.walletId
  return (
    <>
      {rows.some(({ availability }) => availability === 'ready') || (
        <Stage title={<span>{texts.noWallet}</span>} text={texts.noWalletHint}>
          <Glyph path={WALLET} />
        </Stage>
      )}
      <ul role="list">
        {rows.map((choice) => (
          <li key={choice.id}>
            <Row
              choice={choice}
              texts={texts}
              theme={theme}
              isBusy={choice.id === busy}
              isMixed={isMixed}
              client={client}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface RowProps extends Pick<ViewProps, 'client' | 'texts' | 'theme'> {
  choice: Choice
  isBusy: boolean
  /** There are wallets of several families in the list, and each says which it is of. */
  isMixed: boolean
}

const Row = memo(function Row({ choice, texts, theme, isBusy, isMixed, client }: RowProps) {
  const { name, availability, download } = choice
  const subtitle = choice.note ? texts.sharedIdentity : choice.subtitle
  const isInstall = availability === 'install'
  const content = (
    <>
      <WalletIcon of={choice} theme={theme} />
      <span className="words">
        <span part="wallet-name" className="cut">
          <Phrase
            // A phone's browser takes no extension: the way on leads into the wallet's app.
            text={!isInstall ? '{0}' : isMobile() ? texts.continueIn : texts.install}
            name={(!isInstall && choice.title) || name}
          />
        </span>
        {subtitle && (
          <span part="wallet-subtitle" className="quiet">
            <bdi>{subtitle}</bdi>
          </span>
        )}
      </span>
      {isMixed && !isInstall && (
        <span className="quiet" translate="no">
          {FAMILIES[choice.namespace]}
        </span>
      )}
      {isBusy && <span className="spinner" />}
      {isInstall && <Glyph path={OUT} label={texts.newTab} />}
    </>
  )
  const shared = { part: 'wallet', className: 'wallet' }
  if (!isInstall) {
    return (
      <button {...shared} type="button" aria-busy={isBusy} onClick={() => client.pick(choice.id)}>
        {content}
      </button>
    )
  }
  return (
    <a
      {...shared}
      href={/^https?:/.test(download ?? '') ? (download as string) : undefined}
      target="_blank"
      rel="noopener noreferrer"
    >
      {content}
    </a>
  )
})
