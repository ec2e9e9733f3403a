import { fetchAhead, loadChunk } from '../../platform/chunks.js'

const PART = 'embed/late-react/dom'
const importDom = () => import('./dom.js')

/** React's renderer. */
export type ReactDom = typeof import('./dom.js')

let dom: ReactDom | undefined

/** React's renderer, once it is loaded. */
export const readDom = (): ReactDom | undefined => dom

/** Loads React's renderer; after a failure the next call tries again. @throws WalletError `asset_integrity` */
export async function loadDom(): Promise<ReactDom> {
  dom = await loadChunk(PART, importDom)
  return dom
}

/** Fetches React's renderer for a list that is on screen, and does not run it. */
export const fetchDomAhead = (): void => fetchAhead(PART, importDom)
