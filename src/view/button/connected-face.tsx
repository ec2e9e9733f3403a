import type { ReactNode } from 'react'
import type { NetworkInput } from '../../chains/networks.js'
import { type Auth, isSigningIn } from '../../client/sign-in-state.js'
import type { Connection } from '../../client/state.js'
import { Avatar } from '../account/avatar.js'
import { ChainMark } from '../account/chain-mark.js'
import { shortenAddress } from '../account/short-address.js'
import { CHECK, DOWN, Glyph } from '../glyph.js'
import type { MainTexts } from '../i18n/texts.js'

/** What the content of a connected button is drawn from. */
export interface ConnectedFaceProps {
  connection: Connection
  /** The page's networks, which name and picture the chain. */
  networks: readonly NetworkInput[]
  auth: Auth | null
  /** The wallet is on a chain that the page does not use. */
  isWrong: boolean
  /** Another wallet is being connected, or a part that the visitor waits for is loading. */
  isBusy: boolean
  /** The balance, where the page shows it. */
  amount?: ReactNode
  texts: MainTexts
}

/** The content of the button while a wallet is connected. */
export function ConnectedFace({
  connection,
  networks,
  auth,
  isWrong,
  isBusy,
  amount,
  texts,
}: ConnectedFaceProps) {
  const { account, chainId, pending, name, picture } = connection
  const signing = !!auth && isSigningIn(auth)
  const isOurs = auth?.address === account
  return (
    <>
      <span part="avatar">
        <Avatar address={account} picture={picture} />
        <ChainMark chainId={chainId} networks={networks} />
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
        {!signing && !isWrong && amount}
      </span>
      {isOurs && auth?.status === 'signed-in' && (
        <Glyph path={CHECK} label={texts.signedIn} className="signed" />
      )}
      {pending || isBusy || signing ? <span part="spinner" /> : <Glyph path={DOWN} />}
    </>
  )
}
