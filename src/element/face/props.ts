import type { StorageLike } from '../../platform/storage.js'
import type { WalletConnectButton } from '../button-api.js'
import { PARTS } from '../parts.js'
import type { ButtonProps } from '../view-contract.js'
import { readLabel } from './labels.js'

/** Reads a storage, the page's by default; either may be forbidden. */
export function peek(key: string, storage?: StorageLike): string | null {
  try {
    return (storage ?? localStorage).getItem(key)
  } catch {
    return null
  }
}

/** What the first paint needs; the direction of writing it inherits. */
export type PaintProps = Pick<ButtonProps, 'label' | 'failed' | 'size' | 'disabled' | 'theme' | 'tag' | 'lang' | 'busy'>

/** What the button is drawn from: the attributes as they are now. */
export function readProps(element: WalletConnectButton): PaintProps {
  const tag = element.closest<HTMLElement>('[lang]')?.lang || 'en'
  const { size, disabled, theme } = element
  const { busy, failed } = element[PARTS]
  const label = (!failed && element.label) || readLabel(tag, failed)
  return {
    label: label || (readLabel('en', failed) as string),
    failed,
    size,
    // By its own attribute, or by a fieldset's.
    disabled: disabled || element.matches(':disabled'),
    theme,
    tag,
    // A screen reader reads what is written: English, where the label is.
    lang: label ? tag : 'en',
    busy: busy as boolean,
  }
}
