import type { WalletState } from '../client/state.js'
import { peek } from '../platform/storage.js'
import { MEMBERS, type Member } from './attributes.js'
import type { WalletConnectButton } from './button-api.js'
import { Shell, type WalletConnectButtonClass } from './button-element.js'
import { HUB } from './hub.js'
import { CONTROL, FLAG, METHOD, PROPERTY, READ_ONLY, TEXT, WORDS } from './kinds.js'
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

/** Reads a member before the app has loaded. */
function readIdle(element: WalletConnectButton, name: string): unknown {
  const idle = element.apiUrl || element.signInAdapter ? UNASKED : IDLE
  return name === 'state' ? idle : (idle[name] ?? null)
}

/** The known word of an attribute. Without one the stored theme counts, once the element is on screen, and then the first word. */
function readWord(element: WalletConnectButton, [attribute, , rest, name]: Member): string | undefined {
  const words = rest.split(' ')
  const stored = name === 'theme' && HUB.elements.has(element) ? peek(element.themeStorageKey) : null
  return [element.getAttribute(attribute), stored, ...words].find((word) =>
    words.includes(word as string),
  ) as string
}

function read(element: WalletConnectButton, member: Member): unknown {
  const [attribute, kind, rest, name] = member
  if (kind === METHOD) return (...args: unknown[]) => run(element, 'call', name, args)
  if (kind === READ_ONLY) return HUB.app?.read(element, name) ?? readIdle(element, name)
  if (kind === FLAG) return element.hasAttribute(attribute)
  if (kind === TEXT) return element.getAttribute(attribute) ?? rest
  if (kind === WORDS) return readWord(element, member)
  const own = element[PARTS][name]
  return kind === CONTROL && typeof own === 'function' ? own.bind(element[PARTS]) : own
}

function write(element: WalletConnectButton, [attribute, kind, rest, name]: Member, value: unknown): void {
  if (kind === PROPERTY) {
    if (element[PARTS][name] === value) return
    element[PARTS][name] = value
    takeChange(element, name)
  } else if (kind === FLAG) element.toggleAttribute(attribute, !!value && value !== 'false')
  else if (value == null) element.removeAttribute(attribute)
  else if (kind === TEXT || rest) element.setAttribute(attribute, [value].flat().join(' '))
}

// Defines the properties and methods of the element from the table of its members.
for (const member of MEMBERS) {
  Object.defineProperty(Shell.prototype, member[3], {
    get() {
      return read(this, member)
    },
    set(value) {
      write(this, member, value)
    },
  })
}

/** This copy's class of the element, with all members. */
export const ButtonClass: WalletConnectButtonClass = Shell
