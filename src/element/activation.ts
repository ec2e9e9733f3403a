import { setTimer } from '../platform/natives.js'
import { afterPaint } from '../platform/time.js'
import type { ElementStore } from './store.js'

/** How long the modal takes to appear, in ms. */
const OPENING = 250

/**
 * Serves a click on a button without a wallet: opens the attempt that runs, or connects.
 *
 * @param draw lets React draw the button; called after the list is on screen, which comes first
 */
export function activate({ client }: Pick<ElementStore, 'client'>, draw: () => void): void {
  afterPaint(() => (client.getState().open ? setTimer(draw, OPENING) : draw()))
  if (client.getState().status === 'connecting') client.open()
  else {
    client.connect().catch((error) => {
      // Without a list on screen the visitor would not learn why the attempt failed.
      if (error.code !== 'user_rejected' && client.getState().phase === 'failed') client.open()
    })
  }
}
