import type { Connector, WalletSession } from './connector.js'
import type { Eip1193Provider } from './evm/announcement.js'
import { toWalletProvider } from './evm/wallet-provider.js'
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

/** Gives an own EVM session the provider that a page gets of every EVM wallet, whatever its own lacks. */
function completeSession<Session extends WalletSession | null>(session: Session): Session {
  const provider = session?.provider as Eip1193Provider | undefined
  if (session && typeof provider?.request === 'function' && Object.isExtensible(session))
    Object.defineProperty(session, 'provider', {
      value: toWalletProvider(provider),
      enumerable: true,
      configurable: true,
    })
  return session
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
  const given: Record<string, PropertyDescriptor> = {}
  // An instance of a class has its methods in its prototype.
  for (let one: object | null = input; one && one !== Object.prototype; one = Object.getPrototypeOf(one))
    for (const [member, own] of Object.entries(Object.getOwnPropertyDescriptors(one)))
      if (member !== 'constructor') given[member] ??= own
  for (const [member, own] of Object.entries(given)) {
    // A member that is undefined has its default. The members of a frozen object must be changeable in the copy.
    if (!own.get && own.value === undefined) delete given[member]
    else own.configurable = true
  }
  const connector = Object.defineProperties({ ...input, ...defaults }, given)
  Object.defineProperty(connector, 'icon', {
    value: typeof icon === 'string' ? { light: icon, dark: icon } : icon,
    enumerable: true,
  })
  if (namespace !== 'eip155') return connector as Connector
  const { connect, restore } = connector as Connector
  return Object.defineProperties(connector, {
    connect: {
      value: async (...request: Parameters<typeof connect>) =>
        completeSession(await connect.apply(connector, request)),
      enumerable: true,
    },
    restore: {
      value: async (...request: Parameters<typeof restore>) =>
        completeSession(await restore.apply(connector, request)),
      enumerable: true,
    },
  }) as Connector
}
