import { writeClipboard } from '../platform/clipboard.js'

/** How long "Copied" is shown, in ms. */
export const COPIED_SHOWN = 2_000

/** The result of copying. */
export type CopyResult = 'copied' | 'blocked' | null

/** Copies a text. When the page has no clipboard (http) or forbids it, the result is `blocked`. */
export async function copyText(text: string): Promise<'copied' | 'blocked'> {
  try {
    await writeClipboard(text)
    return 'copied'
  } catch {
    return 'blocked'
  }
}
