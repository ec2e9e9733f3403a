import type { WalletState } from '../client/state.js'
import { MEMBERS, readWord } from './attributes.js'
import type { WalletConnectButton } from './button-api.js'
import { peek } from './face/props.js'
import type { Hub } from './hub.js'
import { type Run, refresh } from './loading.js'
import { PARTS } from './parts.js'

/** What the read-only properties say before anything is loaded. */
const IDLE: Record<string, unknown> = {
  status: 'idle',
  state: {
    status: 'idle',
    phase: 'ready',
    open: false,
    choices: [],
    attempt: null,
    error: null,
    connections: [],
    active: null,
    account: null,
    chainId: null,
    wallet: null,
    auth: { status: 'anonymous', address: null, chainId: null, error: null },
    chains: [],
    appName: '',
  } satisfies WalletState,
}

/** Gives a prototype the element's properties and methods, from the table of its members. */
export const defineAccessors = (hub: Hub, prototype: WalletConnectButton, run: Run): void => {
  for (const [attribute, mark, rest, name] of MEMBERS) {
    Object.defineProperty(prototype, name, {
      get(this: WalletConnectButton) {
        if (mark === '(') return (...args: unknown[]) => run(this, 'call', name, args)
        if (mark === '!') return hub.app?.read(this, name) ?? IDLE[name] ?? null
        if (mark === '*') return this[PARTS][name]
        if (mark === '#') {
          const { internals } = this[PARTS]
          const value = internals[name as 'value'] as unknown
          return typeof value === 'function' ? value.bind(internals) : value
        }
        const value = this.getAttribute(attribute)
        // Vue and Svelte write false as a word.
        if (mark === '?') return (value ?? 'false') !== 'false'
        if (mark === ':') return value ?? rest
        // Without the attribute the stored choice of the theme counts, once the element is on screen.
        return readWord(
          rest,
          value ?? (name === 'theme' && hub.elements.has(this) && peek(this.themeStorageKey)),
        )
      },
      set(this: WalletConnectButton, value: unknown) {
        if (mark === '*') {
          if (this[PARTS][name] !== value) {
            this[PARTS][name] = value
            refresh(this, hub)
          }
        } else if (mark === '?' ? !value : value == null) this.removeAttribute(attribute)
        else if (rest || !'!(#'.includes(mark)) this.setAttribute(attribute, mark === '?' ? '' : `${value}`)
      },
    })
  }
}
