import { BUTTON_TAG } from '../constants.js'
import { createButtonClass, type WalletConnectButtonClass } from './button-element.js'
import type { Loaders } from './hub.js'

/**
 * Defines the element, once. A second copy of the package yields to the first; without a DOM nothing is defined.
 *
 * @returns the class in force: this copy's, or the one that was there
 */
export function defineButton(loaders: Loaders): WalletConnectButtonClass {
  const own = createButtonClass(loaders)
  const registry = globalThis.customElements
  if (!registry) return own
  const known = registry.get(BUTTON_TAG) as WalletConnectButtonClass | undefined
  if (!known) registry.define(BUTTON_TAG, own)
  else if (!known.version) console.error(`<${BUTTON_TAG}> is already defined by another script`)
  else if (known.version !== own.version) {
    console.warn(`<${BUTTON_TAG}> ${own.version} yields to ${known.version}, which is on the page already`)
  }
  return known ?? own
}
