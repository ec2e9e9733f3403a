import { hasPopup, raisePopup } from '../../platform/popup.js'
import { readWords } from './list-rows.js'
import { ShopLink } from './shop-link.js'
import { Stage } from './stage.js'
import type { FullProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

/** The view after the visitor has chosen a wallet and must act there. Cancel is always possible. */
export function Waiting(props: FullProps) {
  const { client, state, texts, theme, clock } = props
  const { attempt, phase, choices } = state
  const { walletId: id = '', name = '' } = attempt ?? {}
  const isHosted = choices.some((choice) => choice.id === id && choice.kind === 'hosted')
  return (
    <>
      <Stage
        title={phase === 'opening' ? texts.opening : texts.continueIn}
        name={readWords({ id, name }, texts).title}
        text={clock.isLate ? texts.stillWaiting : texts.approve}
        actions={
          <>
            <button type="button" onClick={() => client.back()}>
              <span>{texts.cancel}</span>
            </button>
            {isHosted && hasPopup() && (
              <button type="button" className="main" onClick={raisePopup}>
                <span>{texts.showWindow}</span>
              </button>
            )}
          </>
        }
      >
        <span className="spinner" />
        <WalletIcon of={attempt} id={id} theme={theme} />
      </Stage>
      {isHosted && <ShopLink {...props} />}
    </>
  )
}
