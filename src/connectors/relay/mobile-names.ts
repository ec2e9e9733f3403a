import type { Namespace } from '../../chains/caip2.js'

/** What a list has to know of a phone's apps at once; mobile-wallets.ts, which comes later, has their links. */
export interface MobileName {
  id: string
  name: string
  namespace: Namespace
  /** It takes a pairing: `pair`; it opens pages in its own browser: `page`; or both. */
  takes: 'pair' | 'page' | 'both'
}

const toNames = (namespace: Namespace, text: string): MobileName[] =>
  text.split(',').map((one) => {
    const [id = '', name = '', takes = 'pair'] = one.split(':')
    return { id, name, namespace, takes: takes as MobileName['takes'] }
  })

/** The apps offered on a phone, in order of display. */
export const MOBILE_NAMES: readonly MobileName[] = [
  ...toNames(
    'eip155',
    'metamask:MetaMask:both,trust:Trust Wallet,rainbow:Rainbow,okx:OKX Wallet,zerion:Zerion,uniswap:Uniswap Wallet,ledger:Ledger Live',
  ),
  ...toNames('starknet', 'ready:Ready (formerly Argent),braavos:Braavos:page,keplr:Keplr:page'),
]
