import { WalletError } from '../errors/wallet-error.js'
import { isBareImport, NO_BUNDLER } from './bare-import.js'

/** A file beside the app, and its published hash. */
type Part = readonly [file: string, integrity: string]

/** The file that says which files a part is made of; filled in by the build of the script tag, absent in the npm build. */
declare const __WCB_PARTS__: Part | undefined

let table: Promise<Record<string, readonly Part[]>> | undefined

/** Parts that could not be loaded, and that the console has reported. */
const reported = new Set<string>()

/**
 * Loads a part that is not needed at first. In the script-tag build its files are held to their published hashes. A failure
 * is reported in the console too, once for each part, for whoever runs the page.
 *
 * @param name the module's path below src, without ending
 * @throws WalletError `asset_integrity` when it cannot be had, or is not the published one; `config_invalid` where the page
 *   has no bundler, and needs one for these files
 */
export async function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  let links: HTMLLinkElement[] = []
  try {
    // A constant of the build: a bundler never sees what is for the script tag alone.
    if (typeof __WCB_PARTS__ !== 'undefined' && __WCB_PARTS__)
      links = ((await readTable(__WCB_PARTS__))[name] ?? []).map(preload)
    return await load()
  } catch (error) {
    // A link does its work once: without a new one the next try would take whatever comes.
    for (const link of links) link.remove()
    const failure = isBareImport(error)
      ? new WalletError('config_invalid', { message: NO_BUNDLER, cause: error })
      : new WalletError('asset_integrity', { cause: error })
    const { message } = failure
    if (!reported.has(name))
      console.error(message, ...(links.length ? links.map(({ href }) => href) : [name]), error)
    reported.add(name)
    throw failure
  }
}

/** Has the table of parts at hand, so that the first part that is wanted comes sooner. Never rejects. */
export function warmParts(): void {
  // The first part that is wanted asks for the table again, and reports that it is missing.
  if (typeof __WCB_PARTS__ !== 'undefined' && __WCB_PARTS__) void readTable(__WCB_PARTS__).catch(() => {})
}

/** Reads which files there are, once. */
function readTable(part: Part): NonNullable<typeof table> {
  if (table) return table
  const link = preload(part)
  table = import(link.href).then((module) => module.default)
  table.catch(() => {
    table = undefined
    link.remove()
  })
  return table
}

/** Fetches a module ahead of its import, under its hash: a module that differs is refused by the import. */
function preload([file, integrity]: Part): HTMLLinkElement {
  const { href } = new URL(file, import.meta.url)
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
