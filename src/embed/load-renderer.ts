import { fetchAhead, loadChunk } from '../platform/chunks.js'

const PART = 'embed/renderer'
const importRenderer = () => import('./renderer.js')

/** React's renderer. */
export type Renderer = typeof import('./renderer.js')

let renderer: Renderer | undefined

/** React's renderer, once it is loaded. */
export const readRenderer = (): Renderer | undefined => renderer

/** Loads React's renderer; after a failure the next call tries again. @throws WalletError `asset_integrity` */
export async function loadRenderer(): Promise<Renderer> {
  renderer = await loadChunk(PART, importRenderer)
  return renderer
}

/** Fetches React's renderer for a list that is on screen, and does not run it. */
export const fetchRenderer = (): void => fetchAhead(PART, importRenderer)
