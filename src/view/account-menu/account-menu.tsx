import { useEffect, useRef } from 'react'
import { namespaceOf } from '../../chains/caip2.js'
import { nameChain } from '../../chains/networks.js'
import { type Connection, isOnWrongNetwork } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import type { SignInActions } from '../../element/view-contract.js'
import { Avatar } from '../account/avatar.js'
import { ChainMark } from '../account/chain-mark.js'
import { shortenAddress } from '../account/short-address.js'
import type { Switch } from '../button/use-switch.js'
import { useFailure } from '../failure/use-failure.js'
import { CHECK, Glyph } from '../glyph.js'
import type { LoadedTexts } from '../i18n/texts.js'
import { Phrase } from '../phrase.js'
import { useClient } from '../use-client.js'
import { english } from './english.js'
import { COPY, END, LEAVE, NETWORK, PEN, PLUS } from './glyphs.js'
import { Menu } from './menu.js'
import type { MenuEntry } from './menu-row.js'
import { useCopy } from './use-copy.js'

interface AccountMenuProps {
  client: WalletClient
  signIn: SignInActions
  connection: Connection
  anchor: HTMLElement
  rtl: boolean
  byKey: boolean
  texts: LoadedTexts
  change: Switch
  onClose(): void
}

export { accountMenuSheet } from './account-menu.css.js'

/** What a connected visitor can do: copy the address, change network or account, connect another wallet, disconnect. */
export function AccountMenu({ client, signIn, connection, change, onClose, ...rest }: AccountMenuProps) {
  const texts = { ...english, ...rest.texts }
  const { account, chainId, namespace } = connection
  const { connections, chains: all, auth } = useClient(client)
  const failure = useFailure(change.error, connection.wallet.name, rest.texts)
  const [copied, copy] = useCopy(account)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (copied === 'blocked') field.current?.select()
  }, [copied])

  const networks = client.getConfig().networks
  const name = (id: string) => nameChain(id, networks)
  const closing = (run: () => unknown) => () => {
    onClose()
    run()
  }
  const chains = all.filter((id) => namespaceOf(id) === namespace)
  const isSignedIn = (each: Connection) => auth.status === 'signed-in' && auth.address === each.account
  const signed = isSignedIn(connection)
  const waiting = connection.pending === 'switch' || change.pending !== null

  const accounts = connections.map(
    (each): MenuEntry => ({
      key: each.namespace,
      label: shortenAddress(each.account),
      content: <bdi translate="no">{shortenAddress(each.account)}</bdi>,
      mark: <Avatar address={each.account} />,
      note: `${name(each.chainId)} · ${isSignedIn(each) ? texts.signedIn : each.wallet.name}`,
      checked: each === connection,
      run: closing(() => client.activate(each.namespace)),
    }),
  )
  const target = isOnWrongNetwork(connection, all) && chains[0]
  const actions: MenuEntry[] = []
  if (target) {
    actions.push({
      key: 'right',
      label: texts.switchTo.replace('{0}', () => name(target)),
      content: <Phrase text={texts.switchTo} name={name(target)} />,
      mark: <ChainMark chainId={target} name={name(target)} decorative />,
      note: waiting ? texts.confirm : undefined,
      busy: waiting,
      run: () => {
        if (!waiting) void change.start(target).then((done) => done && onClose())
      },
    })
  }
  actions.push({
    key: 'copy',
    label: copied === 'copied' ? texts.copied : texts.copyAddress,
    mark: <Glyph path={copied === 'copied' ? CHECK : COPY} />,
    run: copy,
  })
  if (signIn.isWanted()) {
    actions.push({
      key: 'auth',
      label: signed ? texts.signOut : texts.signIn,
      mark: <Glyph path={signed ? END : PEN} />,
      run: closing(signed ? signIn.end : signIn.start),
    })
  }
  if (chains.some((id) => id !== chainId)) {
    actions.push({
      key: 'network',
      label: texts.network,
      mark: <Glyph path={NETWORK} />,
      note: waiting ? texts.confirm : name(chainId),
      busy: waiting,
      entries: chains.map((id) => ({
        key: id,
        label: name(id),
        content: <span translate="no">{name(id)}</span>,
        mark: <ChainMark chainId={id} name={name(id)} decorative />,
        note: change.pending === id ? texts.confirm : undefined,
        checked: id === chainId,
        busy: change.pending === id,
        run: () => {
          if (id === chainId) onClose()
          else if (!waiting) void change.start(id).then((done) => done && onClose())
        },
      })),
    })
  }
  actions.push({
    key: 'another',
    label: texts.another,
    mark: <Glyph path={PLUS} />,
    run: closing(() => client.open()),
  })
  const exits = connections.map((each): MenuEntry => {
    const wallet = each.wallet.name
    return {
      key: `leave ${each.namespace}`,
      label: texts.disconnect.replace('{0}', () => wallet),
      content: <Phrase text={texts.disconnect} name={wallet} />,
      mark: <Glyph path={LEAVE} className="aside" />,
      run: closing(() => client.disconnect({ namespace: each.namespace }).catch(() => {})),
    }
  })

  return (
    <Menu
      anchor={rest.anchor}
      rtl={rest.rtl}
      byKey={rest.byKey}
      label={texts.account}
      groups={connections.length > 1 ? [accounts, actions, exits] : [actions, exits]}
      onClose={onClose}
    >
      {connections.length < 2 && (
        <div className="header">
          <Avatar address={account} />
          <span className="words">
            <span>
              <bdi translate="no">{shortenAddress(account)}</bdi>
            </span>
            <span className="quiet cut">{`${name(chainId)} · ${connection.wallet.name}`}</span>
            {signed && (
              <span className="signed">
                <Glyph path={CHECK} />
                <span>{texts.signedIn}</span>
              </span>
            )}
          </span>
        </div>
      )}
      {connection.liveUpdates || <p className="quiet">{texts.noUpdates}</p>}
      {copied === 'blocked' && (
        <label className="manual">
          <textarea ref={field} readOnly rows={2} value={account} dir="ltr" />
          <span className="quiet">{texts.copyBlocked}</span>
        </label>
      )}
      <div role="alert" className="error">
        {!failure.isChoice && failure.sentence && <p>{failure.sentence}</p>}
      </div>
      <div role="status" className={failure.isChoice ? 'quiet' : 'hidden'}>
        {failure.isChoice ? failure.sentence : copied === 'copied' ? texts.copied : ''}
      </div>
    </Menu>
  )
}
