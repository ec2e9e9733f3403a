import type { NetworkConfig } from '../../chains/network-config.js'
import { nameChain } from '../../chains/networks.js'
import type { Connection } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import type { SignInActions } from '../../element/view-contract.js'
import { Avatar } from '../account/avatar.js'
import { findExplorerPage } from '../account/explorer.js'
import type { SentTransaction } from '../account/sent-transactions.js'
import { shortenAddress } from '../account/short-address.js'
import { CHECK, CLOSE, Glyph, OUT } from '../glyph.js'
import type { MainTexts, MenuTexts, ViewTexts } from '../i18n/texts.js'
import { Phrase } from '../phrase.js'
import { CLOCK, COPY, END, PEN, PEOPLE, SEARCH } from './glyphs.js'
import type { MenuEntry } from './menu-row.js'

interface AccountEntries {
  connection: Connection
  transactions: readonly SentTransaction[]
  networks: readonly NetworkConfig[]
  texts: MenuTexts & MainTexts
}

const SIGNS = { sent: CLOCK, accepted: CHECK, reverted: CLOSE }

/** The row that copies the address. */
export const toCopy = (isCopied: boolean, copy: () => void, texts: MenuTexts): MenuEntry => ({
  key: 'copy',
  label: isCopied ? texts.copied : texts.copyAddress,
  mark: <Glyph path={isCopied ? CHECK : COPY} />,
  run: copy,
})

/** The row that signs in, or out. */
export const toSignIn = (
  signIn: SignInActions,
  isSignedIn: boolean,
  texts: MenuTexts & MainTexts,
  closing: (run: () => unknown) => () => void,
): MenuEntry => ({
  key: 'auth',
  label: isSignedIn ? texts.signOut : texts.signIn,
  mark: <Glyph path={isSignedIn ? END : PEN} />,
  run: closing(isSignedIn ? signIn.end : signIn.start),
})

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
      entries: transactions.map(({ transactionHash: hash, callsId, chainId: network, status }) => {
        const href = hash ? findExplorerPage(network, networks, 'transaction', hash) : undefined
        const id = shortenAddress(hash ?? callsId ?? '')
        return {
          key: network + (callsId ?? hash),
          label: id,
          content: <bdi translate="no">{id}</bdi>,
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

/** Lists what can be done about a request that the wallet has not answered: its window, and giving it up. */
export function listOpenRequest(
  client: WalletClient,
  { pending, wallet: { name }, namespace }: Connection,
  texts: MainTexts &
    Pick<ViewTexts, 'continueIn' | 'stillWaiting' | 'openApp' | 'cancel'> &
    Pick<MenuTexts, 'stillShown'>,
  closing: (run: () => unknown) => () => void,
): MenuEntry[] {
  if (!pending) return []
  const show = client.findWindow(namespace)
  const named = (text: string) => ({
    label: text.replace('{0}', () => name),
    content: <Phrase text={text} name={name} />,
  })
  const entries: (MenuEntry | null)[] = [
    {
      key: 'open request',
      ...named(texts.continueIn),
      mark: <Glyph path={CLOCK} />,
      hint: texts.stillWaiting,
      busy: true,
      still: true,
    },
    show && { key: 'show window', ...named(texts.openApp), mark: <Glyph path={OUT} />, run: closing(show) },
    {
      key: 'cancel request',
      label: texts.cancel,
      sentence: texts.stillShown.replace('{0}', () => name),
      mark: <Glyph path={CLOSE} />,
      run: closing(() => client.cancelRequests(namespace)),
    },
  ]
  return entries.filter((entry) => entry !== null)
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
