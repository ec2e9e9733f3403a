import type { ListRow } from '../../client/list-rows.js'
import { WEB_WALLET_ID, WEB_WALLET_MAKER } from '../../constants.js'
import { readFormer } from '../former-name.js'
import type { LoadedTexts } from '../i18n/texts.js'

/** So many tiles are shown: two lines of four. */
const TILES = 8

/** Whether a row is for a phone, in the group of phones. */
export const isPhoneRow = ({ kind, group }: ListRow): boolean => kind === 'phone' && group >= 0

/** The rows with no more phone rows than fit into two lines of tiles: the last tile then leads to all. */
export function toTiles(rows: readonly ListRow[]): readonly ListRow[] {
  const [last, ...before] = rows.filter(isPhoneRow).reverse()
  const hidden = new Set(before.slice(0, Math.max(0, before.length + 1 - TILES)))
  return rows
    .filter((row) => !hidden.has(row))
    .map((row) => (hidden.size && row === last ? { ...row, ...TO_ALL } : row))
}

/** Belongs to no wallet: it leads to the whole list. */
const TO_ALL = { id: 'all', walletId: '', name: '⋯', title: '', icon: { light: '', dark: '' }, isRest: true }

/** A row's title and subtitle in the visitor's language, when they are words and not names. */
export function readWords(
  { id, name, title = name, subtitle, note, isRest }: Pick<ListRow, 'id' | 'name'> & Partial<ListRow>,
  texts: LoadedTexts,
) {
  if (isRest) return { title: texts.otherWallet, subtitle: title }
  if (id === WEB_WALLET_ID)
    return { title: texts.email, subtitle: texts.poweredBy.replace('{0}', WEB_WALLET_MAKER) }
  const [now, before] = readFormer(title)
  return {
    title: now,
    subtitle: note ? texts.sharedIdentity : before ? texts.formerly.replace('{0}', () => before) : subtitle,
  }
}
