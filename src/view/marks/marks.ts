import { ROWS } from '../../connectors/service-rows.js'
import { toDataUri } from '../../connectors/svg.js'
import { DRAWINGS } from './drawings.js'

/** Ids that mean a mark of another name. */
const SAME: Readonly<Record<string, string>> = {
  'io.metamask': 'metamask',
  'io.rabby': 'rabby',
  'me.rainbow': 'rainbow',
  'com.okex.wallet': 'okx',
  okxwallet: 'okx',
  argentX: 'ready',
}

/** Marks that belong to connectors of ours. */
const OWN: Readonly<Record<string, string>> = {
  ready: ROWS.argentMobile.icon.light,
  coinbase: ROWS.coinbase.icon.light,
  'com.coinbase.wallet': ROWS.coinbase.icon.light,
}

/** A wallet's mark as a data URI; empty for a wallet that there is none of. @param id a wallet's id, or an app's */
export function drawMark(id: string): string {
  const name = Object.hasOwn(SAME, id) ? (SAME[id] as string) : id
  if (Object.hasOwn(OWN, name)) return OWN[name] as string
  return Object.hasOwn(DRAWINGS, name) ? toDataUri(DRAWINGS[name] as string) : ''
}
