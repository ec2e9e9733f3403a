import type { Connector } from './connector.js'
import { toWalletKey } from './name-and-icon.js'

/** What {@link createConnector} needs; every other field of a {@link Connector} may be given too. */
export interface ConnectorInput extends Partial<Omit<Connector, 'icon'>> {
  /** The wallet's id in `wallets`, in `connect({ walletId })` and in events. */
  readonly id: string
  /** The wallet's namespace (CAIP-2): `eip155` or `starknet`. */
  readonly namespace: Connector['namespace']
  /** The wallet's name, as the list shows it. */
  readonly name: string
  /** A data URI, or a pair of them for light and dark backgrounds; without an icon the list draws a letter. */
  readonly icon?: string | Connector['icon']
  /** Asks the visitor, see {@link Connector.connect}. */
  connect: Connector['connect']
}

/** The members of a connector. Those of a class's instance are read, and its methods called, on the instance itself. */
function listMembers(input: ConnectorInput): Record<string, PropertyDescriptor> {
  const members: Record<string, PropertyDescriptor> = Object.create(null)
  Object.assign(members, Object.getOwnPropertyDescriptors(input))
  const inherited = new Set<string>()
  let kind = Object.getPrototypeOf(input)
  for (; kind && kind !== Object.prototype; kind = Object.getPrototypeOf(kind))
    for (const name of [...Object.getOwnPropertyNames(kind), ...Object.keys(input)]) inherited.add(name)
  inherited.delete('constructor')
  for (const name of inherited) {
    const get = () => {
      const value = Reflect.get(input, name)
      return typeof value === 'function' ? value.bind(input) : value
    }
    if (get() !== undefined) members[name] = { get, enumerable: true, configurable: true }
  }
  return members
}

/**
 * Creates a connector from its required fields, with defaults for the rest: no icon, no downloads, ready to connect, no
 * earlier session. A getter, such as a getter of `availability`, stays a getter.
 *
 * @example
 * const wallet = createConnector({
 *   id: 'com.example.wallet', namespace: 'eip155', name: 'Example',
 *   async connect({ signal, onAwaiting }) { onAwaiting(); return openSession(signal) },
 * })
 */
export function createConnector(input: ConnectorInput): Connector {
  const { id, name, namespace, icon = '' } = input
  const defaults = {
    key: toWalletKey(name, id),
    downloads: {},
    supportedChains: namespace === 'starknet' ? ['STARK'] : ['EVM', 'ETH'],
    canConnectViaQrCode: false,
    canConnectViaCustodialService: false,
    availability: 'ready' as const,
    restore: async () => null,
  }
  // A spread would call each getter once and keep its value.
  const members = listMembers(input)
  for (const [member, own] of Object.entries(members)) {
    // A member that is undefined has its default. The members of a frozen object must be changeable in the copy.
    if (!own.get && own.value === undefined) delete members[member]
    else own.configurable = true
  }
  const connector = Object.defineProperties({ ...input, ...defaults }, members)
  return Object.defineProperty(connector, 'icon', {
    value: typeof icon === 'string' ? { light: icon, dark: icon } : icon,
    enumerable: true,
  }) as Connector
}
