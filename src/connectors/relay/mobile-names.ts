import type { Namespace } from '../../protocol/caip2.js'

/** What the list needs to know about phone apps at once. Their links are in mobile-wallets.ts, which loads later. */
export interface MobileName {
  id: string
  name: string
  namespace: Namespace
  /** `pair`: the app accepts a pairing; `page`: the app opens pages in its own browser; or both. */
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
