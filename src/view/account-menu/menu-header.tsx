import type { ReactNode } from 'react'
import { nameChain } from '../../chains/networks.js'
import { Avatar } from '../account/avatar.js'
import { shortenAddress } from '../account/short-address.js'
import { CHECK, Glyph } from '../glyph.js'
import { Balances, type BalancesProps } from './balances.js'

interface MenuHeaderProps extends BalancesProps {
  /** The text about a signed-in account. */
  signed: ReactNode
}

/** The header of the menu: picture, name or address, network and wallet, balances. */
export function MenuHeader({ client, connection, texts, lang, signed }: MenuHeaderProps) {
  const { account, chainId, wallet, name, picture } = connection
  const short = shortenAddress(account)
  return (
    <div className="header">
      <div className="who">
        <Avatar address={account} picture={picture} />
        <span className="words">
          <span>
            <bdi translate="no">{name ?? short}</bdi>
          </span>
          {name && (
            <span className="quiet">
              <bdi translate="no">{short}</bdi>
            </span>
          )}
          <span className="quiet cut">{`${nameChain(chainId, client.getConfig().networks)} · ${wallet.name}`}</span>
          {signed && (
            <span className="signed">
              <Glyph path={CHECK} />
              <span>{signed}</span>
            </span>
          )}
        </span>
      </div>
      <Balances client={client} connection={connection} texts={texts} lang={lang} />
    </div>
  )
}
