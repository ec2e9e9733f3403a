import { nameChain } from '../../chains/networks.js'
import { type Auth, isSigningIn } from '../../client/sign-in-state.js'
import type { Connection } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import { Avatar } from '../account/avatar.js'
import { ChainMark } from '../account/chain-mark.js'
import { shortenAddress } from '../account/short-address.js'
import { CHECK, DOWN, Glyph } from '../glyph.js'
import type { MainTexts } from '../i18n/texts.js'
import { useBalance } from './use-balance.js'

interface ConnectedFaceProps {
  client: WalletClient
  connection: Connection
  showBalance: boolean
  /** Another wallet is being connected. */
  isConnecting: boolean
  auth: Auth | null
  /** The wallet is on a chain that the page does not have. */
  isWrong: boolean
  texts: MainTexts
}

/** What stands in the button while a wallet is connected. */
export function ConnectedFace({
  client,
  connection,
  showBalance,
  isConnecting,
  auth,
  isWrong,
  texts,
}: ConnectedFaceProps) {
  const { account, chainId, pending } = connection
  const balance = useBalance(client, showBalance, account + chainId)
  const signing = !!auth && isSigningIn(auth)
  const isOurs = auth?.address === account
  return (
    <>
      <span part="avatar">
        <Avatar address={account} />
        <ChainMark chainId={chainId} name={nameChain(chainId, client.getConfig().networks)} />
      </span>
      <span part="label">
        {signing ? (
          <span key="signing">{auth.status === 'verifying' ? texts.verifying : texts.signTitle}</span>
        ) : isWrong ? (
          <span key="wrong">{texts.wrongNetwork}</span>
        ) : (
          <bdi translate="no">{shortenAddress(account)}</bdi>
        )}
      </span>
      {isOurs && auth.status === 'signed-in' && (
        <Glyph path={CHECK} label={texts.signedIn} className="signed" />
      )}
      {showBalance && !signing && !isWrong && (
        <span className="amount" translate="no">
          {balance}
        </span>
      )}
      {pending || isConnecting || signing ? <span part="spinner" /> : <Glyph path={DOWN} />}
    </>
  )
}
