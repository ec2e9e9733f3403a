import type { ReactNode } from 'react'
import type { HydrationOptions, Root } from 'react-dom/client'
import { createFirstRoot } from './first-root.js'
import { type ReactDom, readDom } from './load-dom.js'

/**
 * `react-dom` and `react-dom/client`, as the script tag's app imports them: the list is drawn before React's renderer has
 * loaded, and the renderer loads when it is first needed.
 */

/** Creates a root, which draws its first frame itself while React's renderer is not loaded. */
export const createRoot = (container: Element | DocumentFragment): Root =>
  readDom()?.createRoot(container) ?? createFirstRoot(container)

/** Lets React take over drawn nodes. Call it only once React's renderer is loaded. */
export const hydrateRoot = (container: Element, node: ReactNode, options?: HydrationOptions): Root =>
  (readDom() as ReactDom).hydrateRoot(container, node, options)

/** Without React's renderer everything is drawn at once anyway. */
export const flushSync = <T>(run: () => T): T => (readDom() ? (readDom() as ReactDom).flushSync(run) : run())
