import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { isSigningIn } from '../../client/sign-in-state.js'
import type { ButtonHost, ButtonProps, Opening } from '../../element/view-contract.js'
import { createPart } from '../../platform/chunks.js'
import type { SwitchAttempt } from '../account-menu/use-switch.js'
import { useLanguage } from '../i18n/use-language.js'
import { useClient } from '../use-client.js'
import { usePart } from '../use-part.js'
import { ButtonView, selectConnection } from './button-view.js'
import { useAccountMenu } from './use-account-menu.js'
import { useStatus } from './use-status.js'

const AMOUNT = createPart(() => import('../account/amount-text.js'))

/** The host's props as a store. Its snapshot stays the same object until the props change. */
export interface PropStore {
  subscribe(listener: () => void): () => void
  get(): ButtonProps
}

/**
 * The button. Its first render equals what was painted, so that React takes over those nodes; then it follows the
 * client.
 *
 * Events bubble into the page, because analytics and menus there rely on the click.
 */
export function Button({ host, props: store }: { host: ButtonHost; props: PropStore }) {
  const { client, root } = host
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
  const [status, say] = useStatus(host, texts, !!connection || !!isConnecting)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const [menu, setMenu] = useState<Opening | null>(host.opening ?? null)
  const openings = useRef(0)
  const [isNear, setNear] = useState(!!host.isNear)
  const [hasFailed, setFailed] = useState(false)
  const near = useCallback(() => setNear(true), [])
  const close = useCallback(() => setMenu(null), [])
  const openMenu = (start: 'first' | 'last' | null) => {
    openings.current++
    setMenu({ start })
  }
  const onFail = useCallback(
    (error: unknown) => {
      close()
      setFailed(true)
      host.fail?.(error)
    },
    [host, close],
  )
  const signing = !!(connection && auth && isSigningIn(auth))
  const isOpen = !!(menu && connection && !signing)
  const AccountMenu = useAccountMenu(root, !!connection && (isNear || isOpen), isOpen, onFail)
  // A visitor who goes on before the menu is there does not want it any more.
  const isLate = isOpen && !AccountMenu

  useEffect(() => {
    if (!isOpen) return
    host.setMenuOpen(true)
    return () => {
      setMenu(null)
      host.setMenuOpen(false)
    }
  }, [host, isOpen])

  return (
    <ButtonView
      props={props}
      connection={connection}
      chains={chains ?? []}
      networks={client.getConfig().networks}
      auth={auth}
      isConnecting={!!isConnecting}
      isBusy={!!isConnecting}
      isExpanded={connection && !signing ? isOpen : !!isModalOpen}
      hasFailed={hasFailed}
      language={language}
      amount={
        props.showBalance && Amount && connection ? (
          <Amount client={client} of={connection.account + connection.chainId} lang={lang} />
        ) : null
      }
      button={{
        ref: button,
        onPointerEnter: near,
        onFocus: near,
        // The browser hides the menu before the click arrives, and the click would open it again.
        onPointerDown: () => {
          wasOpen.current = isOpen
        },
        onClick: ({ detail }: MouseEvent) => {
          setFailed(false)
          if (signing) client.open()
          else if (connection && (isOpen || wasOpen.current)) close()
          else if (connection) openMenu(detail ? null : 'first')
          else if (isConnecting) client.open()
          else host.activate()
          wasOpen.current = false
        },
        onBlur: () => isLate && close(),
        onKeyDown: (event: KeyboardEvent) => {
          // A held key would open and close by turns a menu whose code is late.
          if (event.repeat && event.key === 'Enter') return event.preventDefault()
          if (isLate && event.key === 'Escape') return close()
          // An open menu has the focus, so if this key arrives here, the menu was closed a moment ago.
          if (!connection || signing || !/^Arrow(Down|Up)$/.test(event.key)) return
          event.preventDefault()
          openMenu(event.key === 'ArrowUp' ? 'last' : 'first')
        },
      }}
    >
      {/* The button itself announces a failure: its label is an alert then. */}
      {hasFailed ? null : status}
      {isOpen && AccountMenu && button.current && (
        <AccountMenu
          key={connection.namespace + connection.account + openings.current}
          client={client}
          signIn={host.signIn}
          connection={connection}
          anchor={button.current}
          rtl={props.dir === 'rtl'}
          start={menu.start}
          texts={texts}
          lang={lang}
          lastSwitch={lastSwitch}
          say={say}
          onClose={close}
        />
      )}
    </ButtonView>
  )
}
