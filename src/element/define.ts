import { BUTTON_TAG } from '../constants.js'
import { createButtonClass, type WalletConnectButtonClass } from './button-element.js'
import { type Hub, type Load, VERSION } from './hub.js'
import { PARTS } from './parts.js'

/**
 * Defines the element, once. A second copy of the package yields to the first; without a DOM nothing is defined, and
 * nothing is left behind.
 *
 * @returns the class in force: this copy's, or the one that was there
 */
export function defineButton(load: Load): WalletConnectButtonClass {
  const registry = globalThis.customElements
  const scope = (registry ? globalThis : {}) as Record<symbol, Hub>
  scope[PARTS] ??= { elements: new Set() }
  const own = createButtonClass(scope[PARTS], load)
  const known = registry?.get(BUTTON_TAG) as WalletConnectButtonClass | undefined
  if (!known) registry?.define(BUTTON_TAG, own)
  else if (known.version !== VERSION) {
    console[known.version ? 'warn' : 'error'](`<${BUTTON_TAG}> is already defined: ${known.version}`)
  }
  return known ?? own
}
