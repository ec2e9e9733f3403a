import {
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type HTMLAttributes,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import { BUTTON_TAG } from '../constants.js'
import { MEMBERS } from '../element/attributes.js'
import type {
  WalletConnectButton as ButtonElement,
  SignInMode,
  WritableProperty,
} from '../element/button-api.js'
import type { WalletEventMap } from '../element/events.js'

/** The events by React's custom of naming: `wallet_connected` → `onWalletConnected`. */
const EVENTS = {
  onWalletConnecting: 'wallet_connecting',
  onWalletConnected: 'wallet_connected',
  onWalletChanged: 'wallet_changed',
  onWalletDisconnected: 'wallet_disconnected',
  onWalletSignedIn: 'wallet_signed_in',
  onWalletSignedOut: 'wallet_signed_out',
  onWalletTransaction: 'wallet_transaction',
  onWalletError: 'wallet_error',
  onWalletModalOpened: 'wallet_modal_opened',
  onWalletModalClosed: 'wallet_modal_closed',
} as const satisfies Record<string, keyof WalletEventMap>

/** Props of {@link WalletConnectButton}: the element's properties, its events, and whatever any element takes. */
export type WalletConnectButtonProps = { [K in WritableProperty]?: ButtonElement[K] } & {
  /** The attribute; the element’s own `signIn` is its method. */
  signIn?: SignInMode
} & {
  [K in keyof typeof EVENTS]?: (event: WalletEventMap[(typeof EVENTS)[K]]) => void
} & Omit<HTMLAttributes<HTMLElement>, 'signIn' | WritableProperty | keyof typeof EVENTS | 'children'>

const OWN = new Map(MEMBERS.filter(([, mark]) => '=?:*'.includes(mark)).map((member) => [member[3], member]))

/**
 * `<wallet-connect-button>` as a React component, for React 18 and 19. Structured values and events arrive, which React 18
 * does not do for the plain tag. A ref gives the element.
 */
export const WalletConnectButton: ForwardRefExoticComponent<
  WalletConnectButtonProps & RefAttributes<ButtonElement>
> = forwardRef((props, outer) => {
  const ref = useRef<ButtonElement>(null)
  useImperativeHandle(outer, () => ref.current as ButtonElement, [])
  const attributes: Record<string, unknown> = {}
  const structured: Record<string, unknown> = {}
  const listeners: [string, EventListener][] = []
  for (const [name, value] of Object.entries(props)) {
    const member = OWN.get(name)
    const event = EVENTS[name as keyof typeof EVENTS]
    if (name === 'signIn') attributes['sign-in'] = value
    else if (event) listeners.push([event, value as EventListener])
    else if (!member || name === 'lang') attributes[name] = value
    else if (member[1] === '*') structured[name] = value
    else if (member[1] === '?') attributes[member[0]] = value ? '' : undefined
    else attributes[member[0]] = Array.isArray(value) ? value.join(' ') : value
  }
  useEffect(() => {
    const element = ref.current
    for (const [name, value] of Object.entries(structured)) if (element) Reflect.set(element, name, value)
  })
  useEffect(() => {
    const element = ref.current
    for (const [name, listener] of listeners) element?.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of listeners) element?.removeEventListener(name, listener)
    }
  })
  return createElement(BUTTON_TAG, { ...attributes, ref })
})
WalletConnectButton.displayName = 'WalletConnectButton'
