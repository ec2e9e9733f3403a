import { createPart } from '../../platform/chunks.js'
import { adopt } from './adopt.js'

const LOOKS = createPart(() => import('./looks.css.js'))

/** Applies the ready look that a host's attribute `look` names. The looks are a separate part. */
export function dress(host: Element, root: ShadowRoot): void {
  if (!host.getAttribute('look')) return
  LOOKS.load().then(
    ({ looksSheet }) => adopt(root, looksSheet),
    // The console has reported the failure; the default look stays.
    () => {},
  )
}
