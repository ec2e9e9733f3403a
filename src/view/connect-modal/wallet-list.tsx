import { memo, useRef } from 'react'
import { isConnecting } from '../../client/machine.js'
import type { Choice } from '../../client/state.js'
import { WEB_WALLET_ID, WEB_WALLET_MAKER } from '../../constants.js'
import { isMobile } from '../../platform/environment.js'
import { Glyph, OUT, WALLET } from '../glyph.js'
import type { LoadedTexts } from '../i18n/texts.js'
import { Phrase } from '../phrase.js'
import { Stage } from './stage.js'
import { type SteadyRows, useSteadyRows } from './steady-rows.js'
import type { ViewProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

const FAMILIES = { eip155: 'EVM', starknet: 'Starknet' }

/**
 * The wallets to choose from. Rows that come late move neither the focus nor what is under the pointer; what goes away when
 * they come stands below them.
 */
export function WalletList({ client, state: { choices, attempt, phase }, texts, theme }: ViewProps) {
  const list = useRef<HTMLUListElement>(null)
  const { rows, isMeant } = useSteadyRows(choices, list)
  const isMixed = rows.some(({ namespace }) => namespace !== rows[0]?.namespace)
  const busy = isConnecting(phase) && attempt?.walletId
  return (
    <>
      <ul ref={list} role="list" className="rows">
        {rows.map((choice) => (
          <li key={choice.id}>
            <Row
              choice={choice}
              texts={texts}
              theme={theme}
              isBusy={choice.id === busy}
              isMixed={isMixed}
              client={client}
              isMeant={isMeant}
            />
          </li>
        ))}
      </ul>
      {rows.some(({ availability }) => availability === 'ready') || (
        <Stage
          title={<span>{texts.noWallet}</span>}
          text={texts.noWalletHint}
          actions={
            <button type="button" onClick={() => location.reload()}>
              <span>{texts.reload}</span>
            </button>
          }
        >
          <Glyph path={WALLET} />
        </Stage>
      )}
    </>
  )
}

/** A row's title and subtitle in the visitor's language, where they are words and no names. */
function readWords({ id, note, title, subtitle }: Choice, texts: LoadedTexts) {
  if (note) return { title, subtitle: texts.sharedIdentity }
  if (id !== WEB_WALLET_ID) return { title, subtitle }
  return { title: texts.email, subtitle: texts.poweredBy.replace('{0}', WEB_WALLET_MAKER) }
}

interface RowProps extends Pick<ViewProps, 'client' | 'texts' | 'theme'>, Pick<SteadyRows, 'isMeant'> {
  choice: Choice
  isBusy: boolean
  /** There are wallets of several families in the list, and each says which it is of. */
  isMixed: boolean
}

const Row = memo(function Row({ choice, texts, theme, isBusy, isMixed, client, isMeant }: RowProps) {
  const { name, availability, download } = choice
  const { title, subtitle } = readWords(choice, texts)
  const isInstall = availability === 'install'
  const content = (
    <>
      <WalletIcon of={choice} theme={theme} />
      <span className="words">
        <span part="wallet-name" className="cut">
          <Phrase
            // A phone's browser takes no extension: the way on leads into the wallet's app.
            text={!isInstall ? '{0}' : isMobile() ? texts.continueIn : texts.install}
            name={(!isInstall && title) || name}
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
      <button
        {...shared}
        type="button"
        aria-busy={isBusy}
        onClick={(event) => isMeant(choice.id, event) && client.pick(choice.id)}
      >
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
      onClick={(event) => isMeant(choice.id, event) || event.preventDefault()}
    >
      {content}
    </a>
  )
})
