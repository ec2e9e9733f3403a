import { Glyph, OUT } from '../glyph.js'
import { Phrase } from '../phrase.js'
import { loadConnectCode } from './connect-code.js'
import { readWords } from './list-rows.js'
import type { List, ShownRow, ViewProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

/** The names of the families. */
const FAMILIES = { eip155: 'EVM', starknet: 'Starknet' }

/** A wallet in the list: a button that connects it, or a link to its shop or app. */
export function Row(props: ViewProps & ShownRow & Pick<List, 'takes'>) {
  const { row, texts, theme, isBusy, isConnected, isTwin, isStop, isTile, client, takes } = props
  const { availability, app, walletId, kind, namespace } = row
  const comeNear = () => {
    if (kind === 'installed') loadConnectCode(namespace)
  }
  const { title, subtitle } = readWords(row, texts)
  const isLink = availability === 'install'
  const note = app && isLink ? texts.inBrowser : subtitle
  const link = row.download
  const state = isConnected ? texts.connected : row.lastUsed && texts.lastUsed
  const shared = {
    part: 'wallet',
    className: 'wallet',
    tabIndex: isStop ? 0 : -1,
    // The description is separate from the name.
    'aria-description': state || undefined,
  }
  const content = (
    <>
      <WalletIcon of={row} id={app ?? row.id} theme={theme} />
      <span className="words">
        <span part="wallet-name" className="cut">
          <Phrase text={isLink && !app ? texts.install : '{0}'} name={title} />
        </span>
        {note && (
          <span part="wallet-subtitle" className={isTile ? 'hidden' : 'quiet'}>
            <bdi>{note}</bdi>
          </span>
        )}
      </span>
      {isTwin && (
        <span className="quiet" translate="no">
          {FAMILIES[row.namespace]}
        </span>
      )}
      {state && !isBusy && (
        <span className="mark" aria-hidden="true">
          {state}
        </span>
      )}
      {isBusy && <span className="spinner" />}
      {isLink && <Glyph path={OUT} label={texts.newTab} className={isTile ? 'hidden' : ''} />}
    </>
  )
  return isLink ? (
    <a
      {...shared}
      href={/^https?:/.test(link ?? '') ? (link as string) : undefined}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => takes(row.id, event) || event.preventDefault()}
    >
      {content}
    </a>
  ) : (
    <button
      {...shared}
      type="button"
      aria-busy={isBusy}
      onPointerEnter={comeNear}
      onPointerDown={comeNear}
      onClick={(event) => {
        if (!takes(row.id, event)) return
        if (!walletId) return props.go({ page: 'all' })
        props.go({ app: app ?? '' })
        client.pick(walletId)
      }}
    >
      {content}
    </button>
  )
}
