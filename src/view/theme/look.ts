import { loadChunk } from '../../platform/chunks.js'
import { adopt } from './adopt.js'

/** Dresses a host in the ready look that its attribute `look` names. The looks are a part of their own. */
export function dress(host: Element, root: ShadowRoot): void {
  if (!host.getAttribute('look')) return
  loadChunk('view/theme/looks.css', () => import('./looks.css.js')).then(
    ({ looksSheet }) => adopt(root, looksSheet),
    // The console has the failure by then; the usual look stays.
    () => {},
  )
}
