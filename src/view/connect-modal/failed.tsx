import { useFailure } from '../failure/use-failure.js'
import { ALERT, Glyph } from '../glyph.js'
import { Stage } from './stage.js'
import type { ViewProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

/** The attempt has come to nothing: what happened, and the ways on. The visitor's own choice is no fault. */
export function Failed({ client, state: { attempt, error }, texts, theme }: ViewProps) {
  const { sentence, isChoice } = useFailure(error, attempt?.name ?? '', texts)
  return (
    <Stage
      title={<span>{isChoice ? sentence : texts.failed}</span>}
      text={isChoice ? '' : sentence}
      note={isChoice ? undefined : error?.code}
      actions={
        <>
          <button type="button" onClick={() => client.back()}>
            <span>{texts.back}</span>
          </button>
          {/* No click opens a window there. */}
          {error?.code !== 'popup_sandboxed' && (
            <button type="button" className="main" onClick={() => client.retry()}>
              <span>{texts.tryAgain}</span>
            </button>
          )}
        </>
      }
    >
      <WalletIcon of={attempt} theme={theme} />
      {isChoice || <Glyph path={ALERT} />}
    </Stage>
  )
}
