import { STILL_WAITING } from '../../constants.js'
import { Phrase } from '../phrase.js'
import { useElapsed } from '../use-elapsed.js'
import type { ViewProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

const NONE = { light: '', dark: '' }

/** A wallet has been chosen, and the visitor is to act there. Cancel is always at hand. */
export function Waiting({ client, state, texts, theme }: ViewProps) {
  const { attempt, phase } = state
  const late = useElapsed(attempt?.startedAt, STILL_WAITING)
  return (
    <div className="body stage">
      <span className="halo">
        <WalletIcon icon={attempt?.icon ?? NONE} name={attempt?.name ?? ''} theme={theme} />
      </span>
      <h2 tabIndex={-1} data-first aria-describedby="hint">
        <Phrase text={phase === 'opening' ? texts.opening : texts.continueIn} name={attempt?.name ?? ''} />
      </h2>
      <p id="hint" role="status">
        <span>{late ? texts.stillWaiting : texts.approve}</span>
      </p>
      <div className="actions">
        <button type="button" className="action" onClick={client.back}>
          <span>{texts.cancel}</span>
        </button>
      </div>
    </div>
  )
}
