import { BUTTON_TAG } from '../constants.js'
import { ButtonClass } from './accessors.js'
import type { WalletConnectButtonClass } from './button-element.js'
import { HAS_DOM, HUB, type Load, VERSION } from './hub.js'
import { run, setLoad } from './loading.js'

/**
 * Defines the element, once. A second copy of the package yields to the first; without a DOM nothing is defined, and
 * nothing is left behind.
 *
 * @param load fetches the part that is not needed at first
 * @returns the class in force: this copy's, or the one that was there
 */
export function defineButton(load: Load): WalletConnectButtonClass {
  setLoad(load)
  if (!HAS_DOM) return ButtonClass
  const known = customElements.get(BUTTON_TAG) as WalletConnectButtonClass | undefined
  if (!known) {
    HUB.run = run
    customElements.define(BUTTON_TAG, ButtonClass)
  } else if (known.version !== VERSION)
    console[known.version ? 'warn' : 'error'](`<${BUTTON_TAG}> is already defined: ${known.version}`)
  return known ?? ButtonClass
}
