import { describeFailure } from '../failure/describe-failure.js'
import { ALERT, Glyph } from '../glyph.js'
import { readWords } from './list-rows.js'
import { ShopLink } from './shop-link.js'
import { Stage } from './stage.js'
import type { FullProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

/** The view of a failed attempt: what happened, and what to do next. A choice of the visitor is no failure. */
export function Failed(props: FullProps) {
  const { client, texts, theme } = props
  const { attempt, error } = props.state
  const { walletId: id = '', name = '' } = attempt ?? {}
  const { sentence, isChoice } = describeFailure(
    error,
    readWords({ id, name }, texts).title,
    texts,
    props.parts.sentences,
  )
  return (
    <>
      <Stage
        title={isChoice ? sentence : texts.failed}
        text={isChoice ? '' : sentence}
        note={isChoice ? undefined : error?.code}
        actions={
          // A sandboxed frame opens no window, even in a click.
          error?.code !== 'popup_sandboxed' && (
            <button type="button" className="main" onClick={() => client.retry()}>
              <span>{texts.tryAgain}</span>
            </button>
          )
        }
      >
        <WalletIcon of={attempt} id={id} theme={theme} />
        {isChoice || <Glyph path={ALERT} />}
      </Stage>
      <ShopLink {...props} />
    </>
  )
}
