import { useEffect, useReducer, useState } from 'react'
import { nameChain } from '../../chains/networks.js'
import { type Connection, isOnWrongNetwork } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import type { SignInActions } from '../../element/view-contract.js'
import { clearTimer, setTimer } from '../../platform/natives.js'
import { namespaceOf } from '../../protocol/caip2.js'
import { readTransactions, type SentTransaction } from '../account/sent-transactions.js'
import { shortenAddress } from '../account/short-address.js'
import { COPIED_SHOWN, type CopyResult, copyText } from '../copy-text.js'
import { describeFailure, SENTENCES } from '../failure/describe-failure.js'
import type { LoadedTexts } from '../i18n/texts.js'
import { useClient } from '../use-client.js'
import { usePart } from '../use-part.js'
import { listAccountEntries, listAccounts, listOpenRequest, toCopy, toSignIn } from './account-entries.js'
import { listExits, listOthers, toAnother } from './connection-entries.js'
import { english } from './english.js'
import { Guard } from './guard.js'
import { Menu } from './menu.js'
import { MenuHeader } from './menu-header.js'
import type { MenuEntry } from './menu-row.js'
import { Messages } from './messages.js'
import { toNetworks, toRightNetwork } from './network-entries.js'
import { type SwitchState, useSwitch } from './use-switch.js'

/** Copies a text, and tells for a moment what has become of it. */
function useCopy(text: string): [result: CopyResult, copy: () => void] {
  const [result, setResult] = useState<CopyResult>(null)
  useEffect(() => {
    if (result !== 'copied') return
    const timer = setTimer(() => setResult(null), COPIED_SHOWN)
    return () => clearTimer(timer)
  }, [result])
  return [result, () => void copyText(text).then(setResult)]
}

/** The account's last transactions, updated live. */
function useTransactions(client: WalletClient, account: string): readonly SentTransaction[] {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => client.on('transaction', redraw), [client])
  return readTransactions(client, account)
}

interface AccountMenuProps {
  client: WalletClient
  signIn: SignInActions
  connection: Connection
  anchor: HTMLElement
  rtl: boolean
  /** Set when a key opened the menu: the row that gets the focus. */
  start: 'first' | 'last' | null
  texts: LoadedTexts
  lang: string
  /** The switch of network that the visitor asked for last. */
  lastSwitch: SwitchState
  /** Announces a text to assistive technology. */
  say(text: string): void
  onClose(): void
  /** Called when the menu cannot be drawn. */
  onFail(error: unknown): void
}

export { accountMenuSheet } from './account-menu.css.js'

/** The menu of a connected visitor: the account, its networks, another wallet, disconnecting. */
export const AccountMenu = (props: AccountMenuProps) => (
  <Guard onFail={props.onFail}>
    <AccountMenuBody {...props} />
  </Guard>
)

function AccountMenuBody({ client, signIn, connection, say, onClose, ...rest }: AccountMenuProps) {
  const texts = { ...english, ...rest.texts }
  const { account, chainId, namespace, wallet } = connection
  const { connections, chains: all, auth } = useClient(client)
  const transactions = useTransactions(client, account)
  const change = useSwitch(client, connection, rest.lastSwitch, onClose)
  const sentences = usePart(SENTENCES, !!change.error)
  const failure = describeFailure(change.error, wallet.name, rest.texts, sentences)
  const [copied, copy] = useCopy(account)
  useEffect(() => {
    if (copied === 'copied') say(texts.copied)
  }, [copied, say, texts.copied])

  const { networks } = client.getConfig()
  const closing = (run: () => unknown) => () => {
    onClose()
    run()
  }
  const entries = { client, texts, closing }
  const chains = all.filter((id) => namespaceOf(id) === namespace)
  const waiting = connection.pending === 'switch' || change.pending !== null
  const network = { chainId, chains, networks, change, waiting, texts, onClose }
  const target = isOnWrongNetwork(connection, all) && chains[0]
  const isSignedIn = (each: Connection) => auth.status === 'signed-in' && auth.address === each.account
  const signed = isSignedIn(connection) && texts.signedIn
  const others = connections.filter((each) => each !== connection)
  const actions: (MenuEntry | false | undefined)[] = [
    !!target && toRightNetwork(target, network),
    toCopy(copied === 'copied', copy, texts),
    ...listAccountEntries({ connection, transactions, networks, texts }),
    signIn.isWanted() && toSignIn(signIn, !!signed, texts, closing),
    chains.some((id) => id !== chainId) && toNetworks(network),
    ...listAccounts(connection, texts),
    toAnother(entries),
  ]
  const groups = [
    listOpenRequest(client, connection, texts, closing),
    listOthers(others, isSignedIn, entries),
    actions.filter((entry): entry is MenuEntry => !!entry),
    listExits(connections, entries),
  ]
  const name = `${texts.account} ${connection.name ?? shortenAddress(account)}`

  return (
    <Menu
      anchor={rest.anchor}
      rtl={rest.rtl}
      start={rest.start}
      label={[name, nameChain(chainId, networks), wallet.name, signed].filter(Boolean).join(', ')}
      back={texts.back}
      groups={groups}
      onClose={onClose}
      messages={
        <Messages
          failure={failure}
          blocked={copied === 'blocked' ? account : ''}
          hint={texts.copyBlocked}
          say={say}
        />
      }
    >
      <MenuHeader client={client} connection={connection} texts={texts} lang={rest.lang} signed={signed} />
      {connection.liveUpdates || <p className="quiet">{texts.noUpdates}</p>}
    </Menu>
  )
}
