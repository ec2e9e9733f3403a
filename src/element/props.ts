import type { ButtonProps } from '../view/contract.js'
import type { WalletConnectButton } from './button-api.js'
import { readLabel } from './labels.js'
import { PARTS } from './parts.js'

const RIGHT_TO_LEFT = /^(?:ar|he|fa|ur|ps|sd|yi|dv)\b/i

/** Reads the page's local storage, which may be forbidden. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The theme in force: the attribute's, else the stored choice, else the system's. */
export function readTheme(element: WalletConnectButton): ButtonProps['theme'] {
  const own = element.getAttribute('theme')
  const isTheme = (value: string | null) => value === 'dark' || value === 'light' || value === 'system'
  const stored = own === null ? readLocal(element.themeStorageKey) : own
  return isTheme(stored) ? (stored as ButtonProps['theme']) : 'system'
}

/** The language of the nearest ancestor that has one. */
const readLang = (element: Element): string => element.closest('[lang]')?.getAttribute('lang') || 'en'

/** What the button is drawn from: the attributes as they are now. */
export function readProps(element: WalletConnectButton): ButtonProps {
  const lang = readLang(element)
  return {
    label: element.getAttribute('label') || readLabel(lang),
    size: element.size,
    disabled: element.disabled,
    theme: readTheme(element),
    lang,
    dir: RIGHT_TO_LEFT.test(lang) ? 'rtl' : 'ltr',
    showBalance: element.showBalance,
    busy: element[PARTS].busy,
  }
}
