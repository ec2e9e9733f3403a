import { createInstallRows } from '../../connectors/evm/injected/known-wallets.js'
import { MOBILE_NAMES, toPageLink } from '../../connectors/relay/mobile-names.js'
import { toDownloads } from '../../connectors/shops.js'
import { DISCOVERY_WALLETS } from '../../connectors/starknet/injected/known-wallets.js'
import { OTHER_WALLETS } from '../../connectors/starknet/injected/other-wallets.js'
import { isMobile, readAddress, readTarget } from '../../platform/environment.js'
import { type Namespace, namespaceOf } from '../../protocol/caip2.js'
import type { FullProps } from './view-props.js'

/** A wallet that the visitor can install here. */
export interface Offer {
  id: string
  name: string
  href: string
  namespace: Namespace
}

/** A name as it is now: `Ready` for `Ready Wallet (formerly Argent)`. */
const toNow = (name: string): string => name.replace(/(?: Wallet)? \(.*/, '')

/** Whether a wallet, which is an extension, is also an app that a phone can connect to this page. */
export const hasApp = ({ name, namespace }: Pick<Offer, 'name' | 'namespace'>): boolean =>
  MOBILE_NAMES.some((app) => app.namespace === namespace && toNow(app.name) === toNow(name))

/** Lists the wallets of the page's namespaces that have a shop for this browser or phone, each wallet once. */
export function listOffers({ client, state }: Pick<FullProps, 'client' | 'state'>): Offer[] {
  const target = readTarget()
  const families = state.chains.map(namespaceOf)
  const wallets = (client.getConfig().wallets ?? []) as readonly string[]
  const isWanted = (id: string, family: string) =>
    !wallets.length || wallets.includes(id) || wallets.includes(family)
  const all = [
    ...(families.includes('eip155') ? createInstallRows().filter(({ id }) => isWanted(id, 'injected')) : []),
    ...(families.includes('starknet')
      ? [...DISCOVERY_WALLETS, ...OTHER_WALLETS]
          .filter(({ id }) => isWanted(id, 'starknet'))
          .map((wallet) => ({ ...wallet, namespace: 'starknet' as const }))
      : []),
  ]
  const offers = all.flatMap(({ id, name, namespace, downloads }): Offer[] => {
    const href = target && downloads[target]
    return href ? [{ id, name, namespace, href }] : []
  })
  if (isMobile()) {
    for (const wallet of MOBILE_NAMES)
      if (
        wallet.browser &&
        families.includes(wallet.namespace) &&
        !offers.some(({ name }) => name === wallet.name)
      )
        offers.push({
          id: wallet.id,
          name: wallet.name,
          namespace: wallet.namespace,
          href: toPageLink(wallet, readAddress().href),
        })
  }
  return offers.filter(({ name }, at) => offers.findIndex((one) => one.name === name) === at)
}

/** Ids of extensions whose wallets connect through a window when the extension is not installed. */
const BESIDE_A_WINDOW: Readonly<Record<string, string>> = { coinbase: 'hnfanknocfeofbddgcijnmhnfnkdnaad' }

/**
 * Finds the shop where this browser can get the wallet of an attempt.
 *
 * @returns an https address; undefined when the wallet is installed, or when this browser has no shop for it
 */
export function findShop({ client, state }: Pick<FullProps, 'client' | 'state'>): string | undefined {
  const id = state.attempt?.walletId ?? ''
  const isThere = state.choices.some((choice) => choice.id === id && choice.kind === 'installed')
  if (isThere || isMobile()) return undefined
  const beside = Object.hasOwn(BESIDE_A_WINDOW, id) && BESIDE_A_WINDOW[id]
  // Edge installs extensions from Chrome's shop.
  if (beside) return /chrome|edge/.test(readTarget() ?? '') ? toDownloads(beside).chrome : undefined
  return listOffers({ client, state }).find((offer) => offer.id === id)?.href
}
