import { WalletError } from '../errors/wallet-error.js'
import { isBareImport, NO_BUNDLER } from './bare-import.js'

/** A file beside the app, and its published hash. */
type Part = readonly [file: string, integrity: string]

/** The file that lists the files of each part. The script tag's build fills it in; it is undefined in the npm build. */
declare const __WCB_PARTS__: Part | undefined

/** The files of the parts that a first frame waits for, which need no table; only in the script tag's build. */
declare const __WCB_EARLY__: Record<string, readonly Part[]>

let table: Promise<Record<string, readonly Part[]>> | undefined

/** Loaded parts: they answer in microtasks, while the import of a loaded module waits for a task. */
const loaded = new Map<string, unknown>()

/** Keeps a part that something else has loaded, and checked. */
export const keepPart = (name: string, part: unknown): void => void loaded.set(name, part)

/** Parts that could not be loaded and were reported in the console. */
const reported = new Set<string>()

/**
 * Loads a part when it is first needed. In the script tag's build its files are checked against their published hashes.
 * The console also reports each part that fails, once.
 *
 * @param name the module's path below src, without its extension
 * @throws WalletError `asset_integrity` when it cannot be loaded or differs from the published file; `config_invalid`
 * when the
 *   page needs a bundler for these files and has none
 */
export async function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  let links: HTMLLinkElement[] = []
  try {
    if (loaded.has(name)) return loaded.get(name) as T
    // A constant of the build, so that a bundler never sees code that only the script tag uses.
    if (typeof __WCB_PARTS__ !== 'undefined' && __WCB_PARTS__)
      links = (__WCB_EARLY__[name] ?? (await readTable(__WCB_PARTS__))[name] ?? []).map(preload)
    const part = await load()
    loaded.set(name, part)
    return part
  } catch (error) {
    // A link works only once. Without a new link the next try would accept any file.
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

/**
 * Fetches the files of a part that will probably be needed. The script tag's build does not run them yet, which saves
 * memory; a bundler has no way to do that. A failure matters only when the part is needed.
 */
export function fetchAhead(name: string, load: () => Promise<unknown>): void {
  const fetched =
    typeof __WCB_PARTS__ !== 'undefined' && __WCB_PARTS__
      ? readTable(__WCB_PARTS__).then((files) => {
          for (const link of (files[name] ?? []).map(preload)) link.onerror = () => link.remove()
        })
      : load()
  // The part is loaded again when it is needed.
  fetched.catch(() => {})
}

/** Reads the table of files, once. */
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

/**
 * Fetches a module before its import, with its hash: the import refuses a module that differs. The address ends as in the
 * build's own imports, so that a page's own preload, which has no hash, is another module.
 */
function preload([file, integrity]: Part): HTMLLinkElement {
  const { href } = new URL(`${file}#wcb`, import.meta.url)
  let nonce = ''
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
    if (link.href === href && link.integrity === integrity) return link
    // Use the nonce of the script tag, with which the app was fetched.
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
