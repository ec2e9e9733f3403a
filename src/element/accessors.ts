import type { WalletState } from '../client/state.js'
import { MEMBERS } from './attributes.js'
import type { WalletConnectButton } from './button-api.js'
import { Shell, type WalletConnectButtonClass } from './button-element.js'
import { peek } from './face/props.js'
import { HUB } from './hub.js'
import { run } from './loading.js'
import { takeChange } from './look-for-session.js'
import { PARTS } from './parts.js'

/** The state before anything is loaded; the other read-only properties read from it. */
const IDLE: WalletState & Record<string, unknown> = {
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
}

/** The same where a server is to say who is signed in. */
const UNASKED: typeof IDLE = { ...IDLE, auth: { ...IDLE.auth, status: 'unknown' } }

// Defines the properties and methods of the element from the table of its members.
for (const [attribute, mark, rest, name] of MEMBERS) {
  Object.defineProperty(Shell.prototype, name, {
    get(this: WalletConnectButton) {
      if (mark === '(') return (...args: unknown[]) => run(this, 'call', name, args)
      if (mark === '!') {
        const idle = this.apiUrl || this.signInAdapter ? UNASKED : IDLE
        return HUB.app?.read(this, name) ?? (name === 'state' ? idle : idle[name]) ?? null
      }
      const own = this[PARTS][name]
      if (mark === '*') return own
      if (mark === '#') return typeof own === 'function' ? own.bind(this[PARTS]) : own
      const value = this.getAttribute(attribute)
      if (mark === '?') return value != null
      if (mark === ':') return value ?? rest
      // Without a known word the stored theme counts, once the element is on screen.
      const words = rest.split(' ')
      const stored = name === 'theme' && HUB.elements.has(this) && peek(this.themeStorageKey)
      return [value, stored, ...words].find((word) => words.includes(word as string))
    },
    set(this: WalletConnectButton, value: unknown) {
      if (mark === '*') {
        if (this[PARTS][name] !== value) {
          this[PARTS][name] = value
          takeChange(this, name)
        }
      } else if (mark === '?') this.toggleAttribute(attribute, !!value && value !== 'false')
      else if (value == null) this.removeAttribute(attribute)
      else if (rest || mark === ':') this.setAttribute(attribute, [value].flat().join(' '))
    },
  })
}

/** This copy's class of the element, with all members. */
export const ButtonClass: WalletConnectButtonClass = Shell
