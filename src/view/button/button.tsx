import { type KeyboardEvent, type MouseEvent, useRef, useState, useSyncExternalStore } from 'react'
import { isSigningIn } from '../../client/sign-in-state.js'
import type { ButtonHost, ButtonProps } from '../../element/view-contract.js'
import { createPart } from '../../platform/chunks.js'
import type { SwitchAttempt } from '../account-menu/use-switch.js'
import { useLanguage } from '../i18n/use-language.js'
import { useClient } from '../use-client.js'
import { usePart } from '../use-part.js'
import { ButtonView, selectConnection } from './button-view.js'
import { type ButtonMenu, useAccountMenu } from './use-account-menu.js'
import { useStatus } from './use-status.js'

const AMOUNT = createPart(() => import('../account/amount-text.js'))

/** The host's props as a store. Its snapshot stays the same object until the props change. */
export interface PropStore {
  subscribe(listener: () => void): () => void
  get(): ButtonProps
}

/**
 * The button's listeners: what the visitor's pointer, clicks and keys do.
 *
 * @param isUnderWay an attempt or a sign-in is under way; a click shows it
 */
function listen(host: ButtonHost, menu: ButtonMenu, isUnderWay: boolean) {
  const { canOpen, opened, wasOpen, isLate, near, close } = menu
  return {
    onPointerEnter: near,
    onFocus: near,
    // The browser hides the menu before the click arrives, and the click would open it again.
    onPointerDown: () => {
      wasOpen.current = !!opened
    },
    onClick: ({ detail }: MouseEvent) => {
      menu.forgetFailure()
      if (canOpen && (opened || wasOpen.current)) close()
      else if (canOpen) menu.open(detail ? null : 'first')
      else if (isUnderWay) host.client.open()
      else host.activate()
      wasOpen.current = false
    },
    onBlur: () => isLate && close(),
    onKeyDown: (event: KeyboardEvent) => {
      // A held key would open and close by turns a menu whose code is late.
      if (event.repeat && event.key === 'Enter') return event.preventDefault()
      if (isLate && event.key === 'Escape') return close()
      // An open menu has the focus, so if this key arrives here, the menu was closed a moment ago.
      if (!canOpen || !/^Arrow(Down|Up)$/.test(event.key)) return
      event.preventDefault()
      menu.open(event.key === 'ArrowUp' ? 'last' : 'first')
    },
  }
}

/**
 * The button. Its first render equals what was painted, so that React takes over those nodes; then it follows the
 * client.
 *
 * Events bubble into the page, because analytics and menus there rely on the click.
 */
export function Button({ host, props: store }: { host: ButtonHost; props: PropStore }) {
  const { client } = host
  const props = useSyncExternalStore(store.subscribe, store.get, store.get)
  const connection = useClient(client, selectConnection)
  const isConnecting = useClient(client, (state) => state.status === 'connecting')
  const auth = useClient(client, (state) => state.auth)
  const chains = useClient(client, (state) => state.chains)
  const isModalOpen = useClient(client, ({ open }) => open)
  const language = useLanguage(props.tag)
  const { texts, lang } = language
  const lastSwitch = useState<SwitchAttempt | null>(null)
  const Amount = usePart(AMOUNT, props.showBalance && connection)?.AmountText
  const [status, say] = useStatus(host, texts, !!connection || isConnecting)
  const button = useRef<HTMLButtonElement>(null)
  const isSigning = !!(connection && auth && isSigningIn(auth))
  const menu = useAccountMenu(host, !!connection && !props.disabled, isSigning)
  const { Menu, opened, hasFailed } = menu

  return (
    <ButtonView
      props={props}
      connection={connection}
      chains={chains ?? []}
      networks={client.getConfig().networks}
      auth={auth}
      isConnecting={isConnecting}
      isBusy={isConnecting}
      isExpanded={menu.canOpen ? !!opened : !!isModalOpen}
      hasFailed={hasFailed}
      language={language}
      amount={
        props.showBalance && Amount && connection ? (
          <Amount client={client} of={connection.account + connection.chainId} lang={lang} />
        ) : null
      }
      button={{ ref: button, ...listen(host, menu, isSigning || isConnecting) }}
    >
      {/* The button itself announces a failure: its label is an alert then. */}
      {hasFailed ? null : status}
      {opened && connection && Menu && button.current && (
        <Menu
          key={connection.namespace + connection.account + menu.count}
          client={client}
          signIn={host.signIn}
          connection={connection}
          anchor={button.current}
          rtl={props.dir === 'rtl'}
          start={opened.start}
          texts={texts}
          lang={lang}
          lastSwitch={lastSwitch}
          say={say}
          onClose={menu.close}
          onFail={menu.onFail}
        />
      )}
    </ButtonView>
  )
}
