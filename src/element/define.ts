import { BUTTON_TAG } from '../constants.js'
import { ButtonClass } from './accessors.js'
import type { WalletConnectButtonClass } from './button-element.js'
import { HUB, type Load } from './hub.js'
import { run, setLoad } from './loading.js'
import { followPages } from './look-for-session.js'
import { HAS_DOM } from './parts.js'
import { VERSION } from './version.js'

/** The class that has the tag already. */
const known = (HAS_DOM ? customElements.get(BUTTON_TAG) : undefined) as WalletConnectButtonClass | undefined

/**
 * Defines the element, once. When another copy of the package has defined it first, that copy stays. Without a DOM it
 * defines nothing and leaves nothing behind.
 *
 * @param load fetches the app when it is first needed
 * @returns the class that is defined now, by this copy or by another
 */
export function defineButton(load: Load): WalletConnectButtonClass {
  setLoad(load)
  if (HAS_DOM) {
    if (!known) {
      HUB.run = run
      followPages()
      customElements.define(BUTTON_TAG, ButtonClass)
    } else if (known.version !== VERSION) console.error(BUTTON_TAG, 'is already defined:', known.version)
  }
  return known ?? ButtonClass
}
