import type { NetworkConfig } from '../chains/network-config.js'
import type { WalletClientConfig } from '../client/config.js'
import { parseJson } from '../platform/natives.js'
import type { WalletConnectButton } from './button-api.js'
import { PARTS } from './parts.js'
import { CONFIG_TEXTS } from './table.js'

const warned = new WeakSet<Element>()

/** Reads structured values from a child script, for pages that cannot set properties. */
function readChild(element: WalletConnectButton): { networks?: readonly NetworkConfig[] } {
  const child = element.querySelector(':scope > script[type="application/json"]')
  if (!child) return {}
  try {
    const value = parseJson(child.textContent ?? '')
    if (Array.isArray(value?.networks)) return { networks: value.networks }
  } catch {
    if (!warned.has(child))
      console.warn('wallet-connect-button: the JSON inside the element cannot be read and is left out')
    warned.add(child)
  }
  return {}
}

/** The configuration that an element's attributes and properties describe. */
export function readConfig(element: WalletConnectButton): WalletClientConfig {
  const config: WalletClientConfig = {
    optionalChains: element.optionalChains,
    wallets: element.wallets,
    mode: element.mode,
    resultType: element.resultType,
    deepLink: element.deepLink,
    webWalletMode: element.webWalletMode,
    qrModal: element.qrModal,
    store: element.store,
    ...readChild(element),
  }
  // An empty attribute is not the same as a missing attribute, for which the default counts.
  if (element.hasAttribute('chains')) config.chains = element.chains
  for (const name of [...CONFIG_TEXTS, 'networks', 'connectors', 'storage', 'names', 'resolveName'] as const)
    if (element[name]) config[name] = element[name] as never
  // The property comes first, so it counts when both name a chain.
  const { nodes } = element[PARTS]
  if (nodes) config.networks = [...(config.networks ?? []), ...nodes]
  return config
}
