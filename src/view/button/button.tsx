import {
  createElement,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { isSigningIn } from '../../client/sign-in-state.js'
import { isOnWrongNetwork, type WalletState } from '../../client/state.js'
import { describeButton } from '../../element/face/button-parts.js'
import { FAILED_LABEL } from '../../element/face/labels.js'
import type { ButtonHost, ButtonProps } from '../../element/view-contract.js'
import { loadChunk } from '../../platform/chunks.js'
import { usePictures } from '../account/use-pictures.js'
import type { SwitchAttempt } from '../account-menu/use-switch.js'
import { useLanguage } from '../i18n/languages.js'
import { toReact } from '../react-tree.js'
import { useClient } from '../use-client.js'
import { type Part, usePart } from '../use-part.js'
import type { ConnectedFace } from './connected-face.js'
import { useAccountMenu } from './use-account-menu.js'
import { useStatus } from './use-status.js'

/** The face of a connected button loads with an attempt to connect, or with a restored session. */
const FACE: Part<typeof ConnectedFace> = {
  load: async () =>
    (await loadChunk('view/button/connected-face', () => import('./connected-face.js'))).ConnectedFace,
}

/** The host's props as a store. Its snapshot stays the same object until the props change. */
export interface PropStore {
  subscribe(listener: () => void): () => void
  get(): ButtonProps
}

const selectConnection = ({ connections, active }: WalletState) =>
  connections.find(({ namespace }) => namespace === active) ?? null

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
  const { texts, lang } = useLanguage(props.tag)
  const lastSwitch = useState<SwitchAttempt | null>(null)
  // Load both before the wallet has answered.
  const isAsking = useClient(client, ({ phase }) => phase !== 'ready' && phase !== 'choosing')
  const Face = usePart(FACE, connection || isAsking)
  usePictures(!!isAsking)
  const [status, say] = useStatus(host, texts, !!connection || !!isConnecting)
  const button = useRef<HTMLButtonElement>(null)
  const surround = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  const [menu, setMenu] = useState<{ start: 'first' | 'last' | null } | null>(null)
  const openings = useRef(0)
  const [isNear, setNear] = useState(false)
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
  const isWrong = !!connection && isOnWrongNetwork(connection, chains ?? [])
  const isOpen = !!(menu && connection && !signing)
  const AccountMenu = useAccountMenu(root, !!connection && (isNear || isOpen), isOpen, onFail)

  // Set it by hand: the first paint leaves it out, and the first render must equal what was painted.
  useLayoutEffect(() => {
    if (surround.current) surround.current.dir = props.dir
  }, [props.dir])

  useEffect(() => {
    if (!isOpen) return
    host.setMenuOpen(true)
    return () => {
      setMenu(null)
      host.setMenuOpen(false)
    }
  }, [host, isOpen])

  const [, wrapper, [[, attributes, [sign, label]]]] = describeButton({
    ...props,
    expanded: `${connection && !signing ? isOpen : !!isModalOpen}`,
    busy: props.busy || !!isConnecting,
    ...(hasFailed && { failed: true, label: FAILED_LABEL, lang: 'en' }),
  })
  return createElement(
    'div',
    {
      ...wrapper,
      ref: surround,
      'data-connected': connection && Face ? '' : undefined,
      'data-wrong': isWrong && Face ? '' : undefined,
    },
    createElement(
      'button',
      {
        ...attributes,
        'aria-haspopup': connection && !signing ? 'menu' : 'dialog',
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
        onKeyDown: (event: KeyboardEvent) => {
          // An open menu has the focus, so if this key arrives here, the menu was closed a moment ago.
          if (!connection || signing || !/^Arrow(Down|Up)$/.test(event.key)) return
          event.preventDefault()
          openMenu(event.key === 'ArrowUp' ? 'last' : 'first')
        },
      },
      connection && Face && !hasFailed ? (
        <Face
          client={client}
          connection={connection}
          showBalance={props.showBalance}
          isConnecting={!!isConnecting}
          auth={auth}
          isWrong={isWrong}
          texts={texts}
          lang={lang}
        />
      ) : (
        [
          toReact(sign, 0),
          isConnecting ? (
            <span key={1} part="label" data-idle={props.label}>
              {texts.connecting}
            </span>
          ) : (
            toReact(label, 1)
          ),
        ]
      ),
    ),
    // The button itself announces a failure: its label is an alert then.
    hasFailed ? null : status,
    isOpen && AccountMenu && button.current && (
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
    ),
  )
}
