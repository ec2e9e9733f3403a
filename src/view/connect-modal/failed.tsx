import { Glyph } from '../glyph.js'
import type { ViewProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

/** The attempt has failed: what happened, and the ways on. */
export function Failed({ client, state, texts, theme }: ViewProps) {
  const { attempt, error } = state
  return (
    <div className="body stage">
      <span className="halo failed">
        {attempt && <WalletIcon icon={attempt.icon} name={attempt.name} theme={theme} />}
        <Glyph of="alert" />
      </span>
      <h2 tabIndex={-1} data-first aria-describedby="reason">
        {texts.failed}
      </h2>
      <p id="reason">{error?.message}</p>
      <div className="actions">
        <button type="button" className="action" onClick={client.back}>
          <span>{texts.back}</span>
        </button>
        <button type="button" className="action main" onClick={client.retry}>
          <span>{texts.tryAgain}</span>
        </button>
      </div>
    </div>
  )
}
