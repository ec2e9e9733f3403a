import { MAX_ICON_BYTES } from '../constants.js'

/** The longest name of a wallet that we draw, in characters. */
const MAX_WALLET_NAME = 64

const ICON = /^data:image\/(?:png|jpe?g|gif|webp|svg\+xml)[;,]/i

/** Undefined when a browser lacks it. We take it at load time, before a page can replace it. */
const Segmenter = globalThis.Intl?.Segmenter as typeof Intl.Segmenter | undefined
let segmenter: Intl.Segmenter | undefined

/** Splits a text into what a reader sees as single characters: a flag, a family, a letter with its marks. */
function splitText(text: string): string[] {
  // The segmenter costs 10 ms the first time.
  if (!Segmenter || /^[ -~]*$/.test(text)) return [...text]
  segmenter ??= new Segmenter()
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

/** The whole first character of a name. */
export const firstCharacter = (name: string): string => splitText(name.slice(0, MAX_WALLET_NAME))[0] ?? ''

/**
 * Removes characters that nobody sees, except those that hold an emoji or a syllable together: a joiner between two pictures, a
 * joiner between two letters of a script without capitals (it cannot disguise Latin letters), the tags of a regional
 * flag.
 */
const dropUnseen = (text: string): string =>
  text.replace(
    // The engine takes long to read these classes, so it reads them with the first name that needs them.
    /((?<=[\p{Extended_Pictographic}\p{EMod}\p{M}])\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Lo}\p{M}])[\u200c\u200d](?=\p{Lo})|(?<=\u{1f3f4})[\u{e0061}-\u{e007a}]{4,6}\u{e007f})|\p{C}/gu,
    '$1',
  )

/** Words of visible ASCII characters with a space between them: nearly every name. The other expressions are slow at first. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/** So much of a foreign name is read before it is cleaned, in characters. */
const MAX_RAW_NAME = 4_096

/**
 * Cleans a foreign name to plain text: no control, bidi or hidden characters, at most 64 code points. It cuts only
 * between two visible characters.
 */
export function cleanName(value: unknown): string {
  if (typeof value !== 'string') return ''
  if (value.length <= MAX_WALLET_NAME && PLAIN.test(value)) return value
  const text = dropUnseen(value.slice(0, MAX_RAW_NAME).replace(/\s+/g, ' ')).trim()
  if ([...text].length <= MAX_WALLET_NAME) return text
  let cut = ''
  for (const part of splitText(text)) {
    if ([...cut, ...part].length > MAX_WALLET_NAME) break
    cut += part
  }
  // One visible character may be longer than a whole name: a letter with very many marks.
  return (cut || [...text].slice(0, MAX_WALLET_NAME).join('')).replace(/[\s\u200c\u200d]+$/, '')
}

/** Returns a foreign icon if it is an image as a data URI of at most 128 KiB, else an empty string. */
export function cleanIcon(value: unknown): string {
  return typeof value === 'string' && value.length < MAX_ICON_BYTES * 1.4 && ICON.test(value) ? value : ''
}

/** The key of a wallet's stored values: its name in lower case, with word characters only. */
export function toWalletKey(name: string, id: string): string {
  return name.replace(/\W/g, '').toLowerCase() || id.replace(/\W/g, '').toLowerCase() || 'wallet'
}
