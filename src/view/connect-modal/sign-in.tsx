import { firstCharacter } from '../../connectors/name-and-icon.js'
import { readAddress } from '../../platform/environment.js'
import { shortenAddress } from '../account/short-address.js'
import { describeFailure } from '../failure/describe-failure.js'
import { CHECK, Glyph } from '../glyph.js'
import { Phrase } from '../phrase.js'
import { ALERT } from './glyphs.js'
import { readWords } from './list-rows.js'
import { Stage } from './stage.js'
import type { FullProps } from './view-props.js'
import { BROKEN_ICONS, WalletIcon } from './wallet-icon.js'

/** The texts of each step. */
function readSteps({ state: { auth }, texts }: FullProps, sentence: string, isChoice: boolean) {
  const { status, error } = auth
  if (error) return isChoice ? [sentence, ''] : [texts.signFailed, sentence]
  if (status === 'signed-in') return [texts.signedIn, '']
  if (status === 'verifying') return [texts.verifying, '']
  return [texts.signTitle, status === 'blocked' ? texts.signBlocked : texts.signText]
}

/** The page's mark beside the wallet's: the icon that it names, if it lies on the page's own origin, else a letter. */
function PageMark({ client, name }: Pick<FullProps, 'client'> & { name: string }) {
  const { appIcon = '' } = client.getConfig()
  const href =
    (appIcon && URL.canParse(appIcon, document.baseURI) && new URL(appIcon, document.baseURI).href) || ''
  const isOwn = href.startsWith(`${readAddress().origin}/`) && !BROKEN_ICONS.has(href)
  return (
    <span className={isOwn ? 'icon page' : 'icon letter page'} aria-hidden="true" translate="no">
      {isOwn ? <img src={href} alt="" draggable={false} /> : <span>{firstCharacter(name)}</span>}
    </span>
  )
}

/**
 * The view of a sign-in, from the request for a signature to the server's answer. It names the site and the account.
 * Cancel leaves the visitor connected.
 */
export function SignIn(props: FullProps) {
  const { state, texts, theme, options } = props
  const { signIn } = options
  const { connections, active, auth } = state
  const { status, error } = auth
  const one = connections.find(({ namespace }) => namespace === active)
  const isDone = status === 'signed-in' && !error
  const name = one ? readWords({ id: one.walletId, name: one.wallet.name }, texts).title : ''
  const { sentence, isChoice, action } = describeFailure(error, name, texts, props.parts.sentences, true)
  const [title = '', text = ''] = readSteps(props, sentence, isChoice)
  const account = shortenAddress(auth.address ?? one?.account ?? '')
  const site = isDone ? '{0}' : texts.signFor
  const offer = error ? action && texts.tryAgain : status === 'blocked' && texts.signIn
  return (
    <Stage
      title={title}
      spoken={[text, site.replace('{0}', readAddress().host), account].filter(Boolean).join(' ')}
      text={
        <>
          {text && <span>{text}</span>}
          <span className="site">
            <span>
              <Phrase text={site} name={readAddress().host} />
            </span>
            <bdi translate="no">{account}</bdi>
          </span>
        </>
      }
      note={isChoice ? undefined : error?.code}
      actions={
        !isDone && (
          <>
            <button type="button" onClick={() => signIn.cancel()}>
              <span>{error ? texts.close : texts.cancel}</span>
            </button>
            {offer && (
              <button type="button" className="main" onClick={error ? signIn.start : signIn.proceed}>
                <span>{offer}</span>
              </button>
            )}
          </>
        )
      }
    >
      <PageMark client={props.client} name={state.appName} />
      <WalletIcon of={one?.connector ?? null} id={one?.walletId} theme={theme} />
      {error && !isChoice && <Glyph path={ALERT} />}
      {isDone && <Glyph path={CHECK} className="good" />}
      {!error && !isDone && status !== 'blocked' && <span className="spinner" />}
    </Stage>
  )
}
