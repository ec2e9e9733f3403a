import { ALERT, Glyph } from '../glyph.js'
import { Stage } from './stage.js'
import type { ViewProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

/** The attempt has failed: what happened, and the ways on. */
export function Failed({ client, state: { attempt, error }, texts, theme }: ViewProps) {
  return (
    <Stage
      title={<span>{texts.failed}</span>}
      text={error?.message ?? ''}
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
      <Glyph path={ALERT} />
    </Stage>
  )
}
