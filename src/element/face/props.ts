import { browserStorage } from '../../platform/environment.js'
import type { StorageLike } from '../../platform/storage.js'
import type { WalletConnectButton } from '../button-api.js'
import { HUB } from '../hub.js'
import { PARTS } from '../parts.js'
import type { ButtonProps } from '../view-contract.js'
import { ENGLISH_LABEL, FAILED_LABEL, LABELS } from './labels.js'

/** Reads a storage, by default the page's. The browser may forbid either. */
export function peek(key: string, storage?: StorageLike): string | null | undefined {
  try {
    return (storage ?? browserStorage()).getItem(key)
  } catch {
    // What cannot be read counts as not there.
  }
}

/** The properties that the first paint needs. It inherits the writing direction. */
export type PaintProps = Pick<
  ButtonProps,
  'label' | 'failed' | 'size' | 'disabled' | 'theme' | 'lang' | 'tag' | 'busy'
>

/**
 * The requested language (BCP 47). Until the app has loaded, which looks further, a shadow root that names none has the
 * page's, and a page that names none has an empty one.
 */
export const readTag = (element: Element): string =>
  HUB.tagOf?.(element) || (element.closest<HTMLElement>('[lang]') ?? document.documentElement).lang

/** The button's text, and the language of that text for screen readers. */
export const readText = (
  element: WalletConnectButton,
  tag: string,
  failed?: boolean | null,
): [text: string, lang: string] => {
  const label =
    (!failed && element.label) ||
    HUB.labelOf?.(tag, failed) ||
    (!failed && LABELS[/^..(?![a-z])/.exec(tag.toLowerCase()) as never])
  return label ? [label, tag] : [failed ? FAILED_LABEL : ENGLISH_LABEL, 'en']
}

/** Reads the current attributes that the button is drawn from. */
export function readProps(element: WalletConnectButton): PaintProps {
  const { busy, failed } = element[PARTS]
  const tag = readTag(element)
  const [label, lang] = readText(element, tag, failed)
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
