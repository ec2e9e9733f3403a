import type { SignInActions } from '../../element/view-contract.js'
import { shortenAddress } from '../account/short-address.js'
import { useFailure } from '../failure/use-failure.js'
import { ALERT, CHECK, Glyph } from '../glyph.js'
import { Stage } from './stage.js'
import type { ViewProps } from './view-props.js'
import { WalletIcon } from './wallet-icon.js'

/** A sign-in, from the question for a signature to the server's answer. Cancel leaves the visitor connected. */
export function SignIn({ state, texts, theme, signIn }: ViewProps & { signIn: SignInActions }) {
  const { connections, active, auth } = state
  const { status, error, address } = auth
  const one = connections.find(({ namespace }) => namespace === active)
  const isDone = status === 'signed-in' && !error
  const isAsking = status !== 'verifying' && !isDone
  const { sentence, isChoice } = useFailure(error, one?.wallet.name ?? '', texts, true)
  const offer = error ? texts.tryAgain : status === 'blocked' && texts.signIn
  return (
    <Stage
      title={
        <span>
          {error
            ? isChoice
              ? sentence
              : texts.signFailed
            : isDone
              ? texts.signedIn
              : isAsking
                ? texts.signTitle
                : texts.verifying}
        </span>
      }
      text={
        error
          ? isChoice
            ? ''
            : sentence
          : isAsking
            ? status === 'blocked'
              ? texts.signBlocked
              : texts.signText
            : shortenAddress(address ?? '')
      }
      note={isChoice ? undefined : error?.code}
      actions={
        !isDone && (
          <>
            <button type="button" onClick={signIn.cancel}>
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
      {!error && !isDone && status !== 'blocked' && <span className="spinner" />}
      <WalletIcon of={one?.connector ?? null} theme={theme} />
      {error && !isChoice && <Glyph path={ALERT} />}
      {isDone && <Glyph path={CHECK} className="good" />}
    </Stage>
  )
}
