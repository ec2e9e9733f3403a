import type { StorageLike } from '../../platform/storage.js'
import type { WalletConnectButton } from '../button-api.js'
import { PARTS } from '../parts.js'
import type { ButtonProps } from '../view-contract.js'
import { ENGLISH_LABEL, FAILED_LABEL, LABELS } from './labels.js'

/** Reads a storage, the page's by default; either may be forbidden. */
export function peek(key: string, storage?: StorageLike): string | null {
  try {
    return (storage ?? localStorage).getItem(key)
  } catch {
    return null
  }
}

/** What the first paint needs; the direction of writing it inherits. */
export type PaintProps = Pick<
  ButtonProps,
  'label' | 'failed' | 'size' | 'disabled' | 'theme' | 'lang' | 'tag' | 'busy'
>

/** The button's text, the language that it is in, for screen readers, and the language asked for (BCP 47). */
export const readText = (
  element: WalletConnectButton,
  failed?: boolean,
): [text: string, lang: string, tag: string] => {
  const tag = element.closest<HTMLElement>('[lang]')?.lang || 'en'
  const label = !failed && (element.label || LABELS[tag.slice(0, 2).toLowerCase()])
  return label ? [label, tag, tag] : [failed ? FAILED_LABEL : ENGLISH_LABEL, 'en', tag]
}

/** What the button is drawn from: the attributes as they are now. */
export function readProps(element: WalletConnectButton): PaintProps {
  const { busy, failed } = element[PARTS]
  const [label, lang, tag] = readText(element, failed)
  const { size, theme } = element
  return {
    label,
    failed,
    size,
    disabled: element.matches(':disabled'),
    theme,
    lang,
    tag,
    busy: busy as boolean,
  }
}
