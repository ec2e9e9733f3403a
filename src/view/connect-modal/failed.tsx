import { readAddress } from '../../platform/environment.js'
import { type Action, describeFailure } from '../failure/describe-failure.js'
import { Glyph, OUT } from '../glyph.js'
import { ALERT } from './glyphs.js'
import { readWords } from './list-rows.js'
import { ShopLink } from './shop-link.js'
import { Stage } from './stage.js'
import type { FullProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

/** The one thing that helps. */
function Help({ action, client, texts }: Pick<FullProps, 'client' | 'texts'> & { action: Action }) {
  // A sandboxed frame opens no window of a wallet, but perhaps the page itself in a tab.
  if (action === 'tab')
    return (
      <a className="wallet main" href={readAddress().href} target="_blank" rel="noopener">
        <bdi className="words" translate="no">
          {readAddress().host}
        </bdi>
        <Glyph path={OUT} label={texts.newTab} />
      </a>
    )
  return (
    <button
      type="button"
      className="main"
      onClick={() => (action === 'back' ? client.back() : client.retry())}
    >
      <span>{action === 'back' ? texts.back : texts.tryAgain}</span>
    </button>
  )
}

/** The view of a failed attempt: what happened, and what to do next. A choice of the visitor is no failure. */
export function Failed(props: FullProps) {
  const { client, texts, theme } = props
  const { attempt, error } = props.state
  const { walletId: id = '', name = '' } = attempt ?? {}
  const { sentence, isChoice, action } = describeFailure(
    error,
    readWords({ id, name }, texts).title,
    texts,
    props.parts.sentences,
  )
  return (
    <>
      <Stage
        title={isChoice ? sentence : texts.failed}
        text={isChoice ? undefined : sentence}
        note={isChoice ? undefined : error?.code}
        actions={action && <Help action={action} client={client} texts={texts} />}
      >
        <WalletIcon of={attempt} id={id} theme={theme} />
        {isChoice || <Glyph path={ALERT} />}
      </Stage>
      <ShopLink {...props} />
    </>
  )
}
