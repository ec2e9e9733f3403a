import { useLayoutEffect, useRef } from 'react'
import { type Auth, isSigningIn } from '../../client/sign-in-state.js'
import type { Connection } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import { loadChunk } from '../../platform/chunks.js'
import type { AmountText } from '../account/amount-text.js'
import { Avatar } from '../account/avatar.js'
import { ChainMark } from '../account/chain-mark.js'
import { shortenAddress } from '../account/short-address.js'
import { CHECK, DOWN, Glyph } from '../glyph.js'
import type { MainTexts } from '../i18n/texts.js'
import { adopt } from '../theme/adopt.js'
import { type Part, usePart } from '../use-part.js'
import { connectedSheet } from './connected-face.css.js'

const AMOUNT: Part<typeof AmountText> = {
  load: async () =>
    (await loadChunk('view/account/amount-text', () => import('../account/amount-text.js'))).AmountText,
}

interface ConnectedFaceProps {
  client: WalletClient
  connection: Connection
  showBalance: boolean
  /** Another wallet is being connected. */
  isConnecting: boolean
  auth: Auth | null
  /** The wallet is on a chain that the page does not use. */
  isWrong: boolean
  texts: MainTexts
  lang: string
}

/** The content of the button while a wallet is connected. */
export function ConnectedFace({
  client,
  connection,
  showBalance,
  isConnecting,
  auth,
  isWrong,
  texts,
  lang,
}: ConnectedFaceProps) {
  const { account, chainId, pending, name, picture } = connection
  const Amount = usePart(AMOUNT, showBalance)
  const signing = !!auth && isSigningIn(auth)
  const isOurs = auth?.address === account
  const first = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => adopt(first.current?.getRootNode() as ShadowRoot, connectedSheet), [])
  return (
    <>
      <span ref={first} part="avatar">
        <Avatar address={account} picture={picture} />
        <ChainMark chainId={chainId} networks={client.getConfig().networks} />
      </span>
      <span className="line">
        <span part="label">
          {signing ? (
            <span key="signing">{auth.status === 'verifying' ? texts.verifying : texts.signTitle}</span>
          ) : isWrong ? (
            <span key="wrong">{texts.wrongNetwork}</span>
          ) : (
            <bdi translate="no">{name ?? shortenAddress(account)}</bdi>
          )}
        </span>
        {showBalance && Amount && !signing && !isWrong && (
          <Amount client={client} of={account + chainId} lang={lang} />
        )}
      </span>
      {isOurs && auth.status === 'signed-in' && (
        <Glyph path={CHECK} label={texts.signedIn} className="signed" />
      )}
      {pending || isConnecting || signing ? <span part="spinner" /> : <Glyph path={DOWN} />}
    </>
  )
}
