import { nameChain } from '../../chains/networks.js'
import type { WalletClient } from '../../client/client.js'
import type { Connection } from '../../client/state.js'
import { Avatar } from '../account/avatar.js'
import { ChainMark } from '../account/chain-mark.js'
import { shortenAddress } from '../account/short-address.js'
import { DOWN, Glyph } from '../glyph.js'
import { useBalance } from './use-balance.js'

interface ConnectedFaceProps {
  client: WalletClient
  connection: Connection
  showBalance: boolean
  /** Another wallet is being connected. */
  isConnecting: boolean
}

/** What stands in the button while a wallet is connected. */
export function ConnectedFace({ client, connection, showBalance, isConnecting }: ConnectedFaceProps) {
  const { account, chainId, pending } = connection
  const balance = useBalance(client, showBalance, account + chainId)
  return (
    <>
      <span part="avatar">
        <Avatar address={account} />
        <ChainMark chainId={chainId} name={nameChain(chainId, client.getConfig().networks)} />
      </span>
      <span part="label">
        <bdi translate="no">{shortenAddress(account)}</bdi>
      </span>
      {showBalance && (
        <span className="amount" translate="no">
          {balance}
        </span>
      )}
      {pending || isConnecting ? <span part="spinner" /> : <Glyph path={DOWN} />}
    </>
  )
}
