import type { HTMLAttributes, ReactNode } from 'react'
import { MEMBERS } from '../element/attributes.js'
import type {
  WalletConnectButton as ButtonElement,
  SignInMode,
  WritableProperty,
} from '../element/button-api.js'
import type { WalletEventMap } from '../element/events.js'

/** The events in React's naming: `wallet_connected` → `onWalletConnected`. */
export const EVENTS = {
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

/** Name of a prop that takes a listener. */
export type EventProp = keyof typeof EVENTS

type Lists = 'chains' | 'optionalChains' | 'wallets'

/** Props of `WalletConnectButton`: the element's properties, its events, and the props of every element. */
export type WalletConnectButtonProps = {
  [K in Exclude<WritableProperty, Lists>]?: ButtonElement[K] | undefined
} & {
  /** CAIP-2 ids, as a list or separated by spaces. */
  [K in Lists]?: string | readonly string[] | undefined
} & {
  /** The attribute; the element’s own `signIn` is its method. */
  signIn?: SignInMode | undefined
  /** Id of the form that the button belongs to, where it is not inside of it. */
  form?: string | undefined
  /** Shown until the element is defined, or if it never is. */
  children?: ReactNode
} & {
  [K in EventProp]?: ((event: WalletEventMap[(typeof EVENTS)[K]]) => void) | undefined
} & Omit<HTMLAttributes<HTMLElement>, 'signIn' | WritableProperty | EventProp | 'children'>

/** Props, sorted by how each reaches the element. */
export interface ElementProps {
  /** For React: attributes by their HTML names, children, listeners and style. */
  rendered: Record<string, unknown>
  /** For the element's properties that have no attribute. */
  structured: Map<string, unknown>
  /** For the element's events. */
  handlers: Map<string, (event: Event) => void>
}

const MEMBER_OF = new Map(
  MEMBERS.filter(([, mark]) => '=?:*'.includes(mark)).map((member) => [member[3], member]),
)

/**
 * Sorts a component's props. It leaves out null, undefined and false attributes, because React 18 would write them as
 * text.
 */
export function readElementProps(props: object): ElementProps {
  const rendered: Record<string, unknown> = {}
  const structured = new Map<string, unknown>()
  const handlers = new Map<string, (event: Event) => void>()
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined) continue
    const [attribute, mark] = name === 'signIn' ? ['sign-in', ':'] : (MEMBER_OF.get(name) ?? [])
    if (Object.hasOwn(EVENTS, name)) {
      if (typeof value === 'function') handlers.set(EVENTS[name as EventProp], value)
    } else if (mark === '*') structured.set(name, value)
    else if (mark === '?') {
      if (value && value !== 'false') rendered[attribute as string] = true
    } else if (attribute) {
      if (value !== false) rendered[attribute] = Array.isArray(value) ? value.join(' ') : `${value}`
    } else if (name === 'className') rendered.class = value
    else if (typeof value !== 'boolean') rendered[name] = value
    else if (/^(?:aria|data)-/.test(name)) rendered[name] = `${value}`
    else if (value || /^(?:draggable|spellCheck|contentEditable)$/.test(name)) rendered[name] = value
  }
  return { rendered, structured, handlers }
}
