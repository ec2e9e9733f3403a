import { nameChain } from '../../chains/networks.js'
import type { Connection } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import { Avatar } from '../account/avatar.js'
import { shortenAddress } from '../account/short-address.js'
import { readFormer } from '../former-name.js'
import { Glyph } from '../glyph.js'
import type { MainTexts, MenuTexts } from '../i18n/texts.js'
import { Phrase } from '../phrase.js'
import { LEAVE, PLUS } from './glyphs.js'
import type { MenuEntry } from './menu-row.js'

interface ConnectionEntries {
  client: WalletClient
  texts: MenuTexts & MainTexts
  /** Closes the menu before it does what a row is for. */
  closing(run: () => unknown): () => void
}

/** Lists the connected accounts besides the active one, which the header shows. A click makes one of them active. */
export function listOthers(
  others: readonly Connection[],
  isSignedIn: (each: Connection) => boolean,
  { client, texts, closing }: ConnectionEntries,
): MenuEntry[] {
  const { networks } = client.getConfig()
  return others.map((each) => {
    const label = each.name ?? shortenAddress(each.account)
    return {
      key: each.namespace,
      label,
      content: <bdi translate="no">{label}</bdi>,
      mark: <Avatar address={each.account} picture={each.picture} />,
      note: `${nameChain(each.chainId, networks)} · ${isSignedIn(each) ? texts.signedIn : each.wallet.name}`,
      run: closing(() => client.activate(each.namespace)),
    }
  })
}

/** The row that connects another wallet. */
export const toAnother = ({ client, texts, closing }: ConnectionEntries): MenuEntry => ({
  key: 'another',
  label: texts.another,
  mark: <Glyph path={PLUS} />,
  run: closing(() => client.open()),
})

/** Lists the rows that disconnect, one for each wallet. */
export function listExits(
  connections: readonly Connection[],
  { client, texts, closing }: ConnectionEntries,
): MenuEntry[] {
  return connections.map(({ namespace, wallet }) => {
    const [name] = readFormer(wallet.name)
    return {
      key: `leave ${namespace}`,
      label: texts.disconnect.replace('{0}', () => name),
      content: <Phrase text={texts.disconnect} name={name} />,
      mark: <Glyph path={LEAVE} className="aside" />,
      // `disconnect` never rejects by its contract; a page's own client may.
      run: closing(() => client.disconnect({ namespace }).catch(() => {})),
    }
  })
}
