import type { NetworkConfig } from '../../chains/network-config.js'
import { nameChain } from '../../chains/networks.js'
import type { Connection } from '../../client/state.js'
import { Avatar } from '../account/avatar.js'
import { findExplorerPage } from '../account/explorer.js'
import type { SentTransaction } from '../account/sent-transactions.js'
import { shortenAddress } from '../account/short-address.js'
import { CHECK, CLOSE, Glyph } from '../glyph.js'
import type { MainTexts, MenuTexts } from '../i18n/texts.js'
import { CLOCK, PEOPLE, SEARCH } from './glyphs.js'
import type { MenuEntry } from './menu-row.js'

interface AccountEntries {
  connection: Connection
  transactions: readonly SentTransaction[]
  networks: readonly NetworkConfig[]
  texts: MenuTexts & MainTexts
}

const SIGNS = { sent: CLOCK, accepted: CHECK, reverted: CLOSE }

/** Lists the entries about an account: its explorer and its last transactions. */
export function listAccountEntries({
  connection: { account, chainId },
  transactions,
  networks,
  texts,
}: AccountEntries): MenuEntry[] {
  const explorer = findExplorerPage(chainId, networks, 'account', account)
  const entries: MenuEntry[] = []
  if (explorer)
    entries.push({
      key: 'explorer',
      label: texts.explorer,
      mark: <Glyph path={SEARCH} />,
      href: explorer,
      newTab: texts.newTab,
    })
  if (transactions.length) {
    entries.push({
      key: 'transactions',
      label: texts.transactions,
      mark: <Glyph path={CLOCK} />,
      entries: transactions.map(({ transactionHash: hash, chainId: network, status }) => {
        const href = findExplorerPage(network, networks, 'transaction', hash)
        return {
          key: network + hash,
          label: shortenAddress(hash),
          content: <bdi translate="no">{shortenAddress(hash)}</bdi>,
          mark: <Glyph path={SIGNS[status]} className={status} />,
          note: `${texts[status]} · ${nameChain(network, networks)}`,
          href,
          newTab: texts.newTab,
          still: !href,
        }
      }),
    })
  }
  return entries
}

/**
 * Lists the wallet's accounts when it shares several. They are for display, because only the wallet can change the
 * account.
 */
export function listAccounts({ account, accounts }: Connection, texts: MenuTexts): MenuEntry[] {
  if (accounts.length < 2) return []
  return [
    {
      key: 'accounts',
      label: texts.accounts,
      mark: <Glyph path={PEOPLE} />,
      note: `${accounts.length}`,
      hint: texts.changeAccount,
      entries: accounts.map((each) => ({
        key: each,
        label: shortenAddress(each),
        content: <bdi translate="no">{shortenAddress(each)}</bdi>,
        mark: <Avatar address={each} />,
        checked: each === account,
        still: true,
      })),
    },
  ]
}
