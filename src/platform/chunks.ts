import { WalletError } from '../errors/wallet-error.js'
import { isBareImport, NO_BUNDLER } from './bare-import.js'

/** Chunk name → its files with their hashes; filled in by the build of the script tag, absent in the npm build. */
declare const __WCB_CHUNKS__:
  | Record<string, readonly (readonly [file: string, integrity: string])[]>
  | undefined

/** Parts that could not be had, and were told of. */
const told = new Set<string>()

/**
 * Loads a part that is not needed at first. In the script-tag build its files are held to their published hashes.
 *
 * @param name the module's path below src, without ending
 * A failure is told in the console too, once for each part, for the one who runs the page.
 *
 * @throws WalletError `asset_integrity` when it cannot be had, or is not the published one; `config_invalid` where the page
 *   has no bundler, and needs one for these files
 */
export async function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  const files = (typeof __WCB_CHUNKS__ !== 'undefined' && __WCB_CHUNKS__[name]) || []
  const links = files.map(([file, integrity]) =>
    preloadModule(new URL(file, import.meta.url).href, integrity),
  )
  try {
    return await load()
  } catch (error) {
    // A link does its work once: without a new one the next try would take whatever comes.
    for (const link of links) link.remove()
    const failure = isBareImport(error)
      ? new WalletError('config_invalid', { message: NO_BUNDLER, cause: error })
      : new WalletError('asset_integrity', { cause: error })
    const { message } = failure
    if (!told.has(name))
      console.error(message, ...(links.length ? links.map(({ href }) => href) : [name]), error)
    told.add(name)
    throw failure
  }
}

/** Fetches a module ahead of its import, under its hash: a module that differs is refused by the import. */
function preloadModule(href: string, integrity: string): HTMLLinkElement {
  let nonce = ''
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
    if (link.href === href) return link
    // The script tag's own, which the app was fetched with.
    nonce ||= link.nonce ?? ''
  }
  const link = document.createElement('link')
  if (nonce) link.nonce = nonce
  link.rel = 'modulepreload'
  link.crossOrigin = 'anonymous'
  link.integrity = integrity
  link.href = href
  document.head.append(link)
  return link
}
