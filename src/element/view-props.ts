import type { WalletConnectButton } from './button-api.js'
import { BUSY, LOAD_FAILED } from './face/face.js'
import { readTag } from './face/tag.js'
import { PARTS } from './parts.js'
import type { ButtonProps } from './view-contract.js'

/** What the view needs from an element, but for the text of the button. */
export function readViewProps(element: WalletConnectButton): Omit<ButtonProps, 'label' | 'lang'> {
  const { face } = element[PARTS]
  const { size, theme, look, showBalance } = element
  return {
    ownLabel: element.label.trim(),
    size,
    disabled: element.matches(':disabled'),
    theme,
    look,
    tag: readTag(element),
    dir: 'ltr',
    showBalance,
    busy: face === BUSY,
    failed: face === LOAD_FAILED,
  }
}

/** The same, with the text that the first paint shows. */
export function readPaintedProps(element: WalletConnectButton): ButtonProps {
  const [label, lang] = element[PARTS].readText()
  return { ...readViewProps(element), label, lang }
}
