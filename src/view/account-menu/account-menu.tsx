import { useEffect, useReducer, useRef, useState } from 'react'
import { nameChain } from '../../chains/networks.js'
import { type Connection, isOnWrongNetwork } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import type { SignInActions } from '../../element/view-contract.js'
import { clearTimer, setTimer } from '../../platform/natives.js'
import { namespaceOf } from '../../protocol/caip2.js'
import { Avatar } from '../account/avatar.js'
import { readTransactions, type SentTransaction } from '../account/sent-transactions.js'
import { shortenAddress } from '../account/short-address.js'
import { COPIED_SHOWN, type CopyResult, copyText } from '../copy-text.js'
import { describeFailure, SENTENCES } from '../failure/describe-failure.js'
import { CHECK, Glyph } from '../glyph.js'
import type { LoadedTexts } from '../i18n/texts.js'
import { Phrase } from '../phrase.js'
import { useClient } from '../use-client.js'
import { usePart } from '../use-part.js'
import { listAccountEntries, listAccounts, listOpenRequest } from './account-entries.js'
import { english } from './english.js'
import { COPY, END, LEAVE, PEN, PLUS } from './glyphs.js'
import { Menu } from './menu.js'
import { MenuHeader } from './menu-header.js'
import type { MenuEntry } from './menu-row.js'
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
}

export { accountMenuSheet } from './account-menu.css.js'

/** The menu of a connected visitor: the account, its networks, another wallet, disconnecting. */
export function AccountMenu({ client, signIn, connection, onClose, ...rest }: AccountMenuProps) {
  const texts = { ...english, ...rest.texts }
  const { account, chainId, namespace } = connection
  const { connections, chains: all, auth } = useClient(client)
  const transactions = useTransactions(client, account)
  const change = useSwitch(client, connection, rest.lastSwitch, onClose)
  const sentences = usePart(SENTENCES, !!change.error)
  const failure = describeFailure(change.error, connection.wallet.name, rest.texts, sentences)
  const [copied, copy] = useCopy(account)
  const { say } = rest
  useEffect(() => {
    if (copied === 'copied') say(texts.copied)
  }, [copied, say, texts.copied])

  const { networks } = client.getConfig()
  const closing = (run: () => unknown) => () => {
    onClose()
    run()
  }
  const chains = all.filter((id) => namespaceOf(id) === namespace)
  const isSignedIn = (each: Connection) => auth.status === 'signed-in' && auth.address === each.account
  const signed = isSignedIn(connection)
  const waiting = connection.pending === 'switch' || change.pending !== null
  const target = isOnWrongNetwork(connection, all) && chains[0]
  const network = { chainId, chains, networks, change, waiting, texts, onClose }

  // The header shows the active one.
  const others = connections
    .filter((each) => each !== connection)
    .map(
      (each): MenuEntry => ({
        key: each.namespace,
        label: each.name ?? shortenAddress(each.account),
        content: <bdi translate="no">{each.name ?? shortenAddress(each.account)}</bdi>,
        mark: <Avatar address={each.account} picture={each.picture} />,
        note: `${nameChain(each.chainId, networks)} · ${isSignedIn(each) ? texts.signedIn : each.wallet.name}`,
        run: closing(() => client.activate(each.namespace)),
      }),
    )
  const open = listOpenRequest(client, connection, texts, closing)
  const actions: (MenuEntry | false | undefined)[] = [
    !!target && toRightNetwork(target, network),
    {
      key: 'copy',
      label: copied === 'copied' ? texts.copied : texts.copyAddress,
      mark: <Glyph path={copied === 'copied' ? CHECK : COPY} />,
      run: copy,
    },
    ...listAccountEntries({ connection, transactions, networks, texts }),
    signIn.isWanted() && {
      key: 'auth',
      label: signed ? texts.signOut : texts.signIn,
      mark: <Glyph path={signed ? END : PEN} />,
      run: closing(signed ? signIn.end : signIn.start),
    },
    chains.some((id) => id !== chainId) && toNetworks(network),
    ...listAccounts(connection, texts),
    {
      key: 'another',
      label: texts.another,
      mark: <Glyph path={PLUS} />,
      run: closing(() => client.open()),
    },
  ]
  const exits = connections.map((each): MenuEntry => {
    const wallet = each.wallet.name
    return {
      key: `leave ${each.namespace}`,
      label: texts.disconnect.replace('{0}', () => wallet),
      content: <Phrase text={texts.disconnect} name={wallet} />,
      mark: <Glyph path={LEAVE} className="aside" />,
      // `disconnect` never rejects by its contract; a page's own client may.
      run: closing(() => client.disconnect({ namespace: each.namespace }).catch(() => {})),
    }
  })
  const rows = actions.filter((entry): entry is MenuEntry => !!entry)

  return (
    <Menu
      anchor={rest.anchor}
      rtl={rest.rtl}
      start={rest.start}
      label={[
        `${texts.account} ${connection.name ?? shortenAddress(account)}`,
        nameChain(chainId, networks),
        connection.wallet.name,
        signed && texts.signedIn,
      ]
        .filter(Boolean)
        .join(', ')}
      back={texts.back}
      groups={[open, others, rows, exits].filter((group) => group.length)}
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
      <MenuHeader
        client={client}
        connection={connection}
        texts={texts}
        lang={rest.lang}
        signed={signed && texts.signedIn}
      />
      {connection.liveUpdates || <p className="quiet">{texts.noUpdates}</p>}
    </Menu>
  )
}

interface MessagesProps {
  failure: ReturnType<typeof describeFailure>
  /** The text that the browser did not copy, so that the visitor can copy it by hand. */
  blocked: string
  hint: string
  say(text: string): void
}

/**
 * Shows the result of a switch or a copy. A failure is an alert; the button's status reports the visitor's own refusal.
 */
function Messages({ failure: { sentence, isChoice }, blocked, hint, say }: MessagesProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.select(), [blocked])
  useEffect(() => {
    if (isChoice && sentence) say(sentence)
  }, [isChoice, sentence, say])
  return (
    <>
      {blocked && (
        <label className="manual">
          <textarea ref={field} readOnly rows={2} value={blocked} dir="ltr" />
          <span className="quiet">{hint}</span>
        </label>
      )}
      <div role="alert" className="error">
        {!isChoice && sentence && <p>{sentence}</p>}
      </div>
      {isChoice && sentence && <p className="quiet">{sentence}</p>}
    </>
  )
}
