import { WEB_WALLET_ID, WEB_WALLET_MAKER } from '../../constants.js'
import { hasPopup, raisePopup } from '../../platform/popup.js'
import { CHECK, Glyph } from '../glyph.js'
import { readWords } from './list-rows.js'
import { ShopLink } from './shop-link.js'
import { Stage } from './stage.js'
import type { FullProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

/** What the visitor has to do: in the wallet, or in its window, where the e-mail wallet asks who its user is. */
function readSteps({ state: { attempt, phase }, texts, clock }: FullProps, isHosted: boolean) {
  const { walletId: id = '', name = '' } = attempt ?? {}
  const isEmail = id === WEB_WALLET_ID
  const next = isEmail ? texts.logIn : texts.continueIn
  const sentence = isHosted ? texts.inWindow : texts.approve
  return {
    title: phase === 'opening' ? texts.opening : next,
    name: isEmail ? WEB_WALLET_MAKER : readWords({ id, name }, texts).title,
    text: clock.isLate ? texts.stillWaiting : sentence,
  }
}

/** The view after the visitor has chosen a wallet and must act there. Cancel is always possible. */
export function Waiting(props: FullProps) {
  const { client, state, texts, theme } = props
  const { attempt, choices } = state
  const { walletId: id = '' } = attempt ?? {}
  const isHosted = choices.some((choice) => choice.id === id && choice.kind === 'hosted')
  return (
    <>
      <Stage
        {...readSteps(props, isHosted)}
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
        <Glyph path={CHECK} className="good later" />
      </Stage>
      {isHosted && <ShopLink {...props} />}
    </>
  )
}
