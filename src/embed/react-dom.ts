import type { ReactNode } from 'react'
import type { HydrationOptions, Root } from 'react-dom/client'
import { RENDERER, type Renderer } from './load-renderer.js'

/**
 * `react-dom` and `react-dom/client`, as the script tag's app imports them: the modal is drawn by DOM calls until React's
 * renderer has loaded.
 */

let createDrawnRoot: (container: ShadowRoot) => Root

/** Sets what draws a list without React: it comes with the list. */
export const setDrawnRoot = (given: typeof createDrawnRoot): void => {
  createDrawnRoot = given
}

/** Creates a root; while React's renderer is not loaded, one that draws the modal itself. */
export const createRoot = (container: ShadowRoot): Root =>
  RENDERER.value?.createRoot(container) ?? createDrawnRoot(container)

/** Lets React take over drawn nodes. Call it only once React's renderer is loaded. */
export const hydrateRoot = (container: Element, node: ReactNode, options?: HydrationOptions): Root =>
  (RENDERER.value as Renderer).hydrateRoot(container, node, options)

/** Without React's renderer everything is drawn at once anyway. */
export const flushSync = <T>(run: () => T): T => (RENDERER.value?.flushSync ?? ((draw) => draw()))(run)
