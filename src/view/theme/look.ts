import { loadChunk } from '../../platform/chunks.js'
import { adopt } from './adopt.js'

/** Applies the ready look that a host's attribute `look` names. The looks are a separate part. */
export function dress(host: Element, root: ShadowRoot): void {
  if (!host.getAttribute('look')) return
  loadChunk('view/theme/looks.css', () => import('./looks.css.js')).then(
    ({ looksSheet }) => adopt(root, looksSheet),
    // The console has reported the failure; the default look stays.
    () => {},
  )
}
