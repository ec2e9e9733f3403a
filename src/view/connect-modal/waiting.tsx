import { STILL_WAITING } from '../../constants.js'
import { Phrase } from '../phrase.js'
import { useElapsed } from '../use-elapsed.js'
import { Stage } from './stage.js'
import type { ViewProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

/** A wallet has been chosen, and the visitor is to act there. Cancel is always at hand. */
export function Waiting({ client, state: { attempt, phase }, texts, theme }: ViewProps) {
  const isLate = useElapsed(attempt?.startedAt, STILL_WAITING)
  return (
    <Stage
      title={
        <Phrase text={phase === 'opening' ? texts.opening : texts.continueIn} name={attempt?.name ?? ''} />
      }
      text={isLate ? texts.stillWaiting : texts.approve}
      actions={
        <button type="button" onClick={() => client.back()}>
          <span>{texts.cancel}</span>
        </button>
      }
    >
      <span className="spinner" />
      <WalletIcon of={attempt} theme={theme} />
    </Stage>
  )
}
