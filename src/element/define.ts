import { BUTTON_TAG } from '../constants.js'
import { createButtonClass, HAS_DOM, type WalletConnectButtonClass } from './button-element.js'
import { type Hub, type Load, VERSION } from './hub.js'
import { PARTS } from './parts.js'

/**
 * Defines the element, once. A second copy of the package yields to the first; without a DOM nothing is defined, and
 * nothing is left behind.
 *
 * @returns the class in force: this copy's, or the one that was there
 */
export function defineButton(load: Load): WalletConnectButtonClass {
  const create = (hub: Hub) => createButtonClass(hub, load)
  if (!HAS_DOM) return create({ elements: new Set() })
  const page = globalThis as never as Record<symbol, Hub>
  page[PARTS] ??= { elements: new Set() }
  const hub = page[PARTS]
  const known = customElements.get(BUTTON_TAG) as WalletConnectButtonClass | undefined
  const own = known ?? create(hub)
  if (!known) customElements.define(BUTTON_TAG, own)
  else if (known.version !== VERSION)
    console[known.version ? 'warn' : 'error'](`<${BUTTON_TAG}> is already defined: ${known.version}`)
  return own
}
