import { MINUTE } from '../constants.js'
import { WalletError } from '../errors/wallet-error.js'
import { isBareImport, NO_BUNDLER } from './bare-import.js'
import { NativePromise } from './natives.js'
import { within } from './time.js'

/** A file of the build that is loaded separately, and its published hash. */
type File = readonly [file: string, integrity: string]

/** The file that lists the files of each part. The script tag's build fills it in; it is undefined in the npm build. */
declare const __WCB_PARTS__: File | undefined

/** A part of the code that is loaded when it is first needed, and kept. */
export interface Part<T> {
  /** The loaded part; undefined before. What was loaded and checked by other code may be kept here. */
  value: T | undefined
  /**
   * Loads the part, once; after a failure, and after a minute without an answer, the next call tries again. A loaded part answers in microtasks, while the
   * import of a loaded module waits for a task. The console also reports a part that fails, once.
   *
   * @throws WalletError `asset_integrity` when it cannot be loaded or differs from the published file; `part_failed` when its own
   * code has thrown; `config_invalid` when the page needs a bundler for these files and has none
   */
  load(): Promise<T>
  /**
   * Fetches the files of a part that will probably be needed. The script tag's build does not run them yet, which saves
   * memory; a bundler has no way to do that. A failure matters only when the part is needed.
   */
  fetchAhead(): void
}

/** How browsers and bundlers speak of an import that has failed before the module's own code ran. */
const OF_IMPORT =
  /\b(?:modules?|import(?:ed|ing)?|export|preload|(?:css_)?chunk(?:loaderror)?|fetch|load failed)\b/i

/**
 * Whether the code of a module has thrown, rather than its import failed.
 *
 * @param hasCome its files have come with their hashes; else only the language's and the browser's own errors are sure to be the code's
 */
const isThrown = (error: unknown, hasCome: boolean): boolean => {
  const { name, message } = Object(error)
  const isOwn = hasCome || /^(?:Type|Reference|Range|Security)Error$/.test(name)
  return isOwn && !OF_IMPORT.test(`${name} ${message}`)
}

/** Loads that are under way. */
const underway = new Set<Promise<unknown>>()

function follow<T>(loading: Promise<T>): Promise<T> {
  const end = () => void underway.delete(loading)
  underway.add(loading)
  loading.then(end, end)
  return loading
}

/** Resolves when the parts that are loading now have come, or have failed; null when nothing is loading. */
export const untilLoaded = (): Promise<unknown> | null =>
  underway.size > 0 ? NativePromise.allSettled(underway) : null

let table: Promise<Record<string, readonly File[]>> | undefined

/**
 * Creates a {@link Part}. In the script tag's build its files are checked against their published hashes.
 *
 * @param run imports the module: a function of one `import()` alone, so that the script tag's build can read it
 * @param source the module's path below src, without its extension, by which the table has its files; or its files themselves, for a
 * part that a first frame waits for. The script tag's build fills it in
 */
export function createPart<T>(run: () => Promise<T>, source: string | readonly File[] = ''): Part<T> {
  let loading: Promise<T> | undefined
  let isReported = false

  async function fetchAndRun(): Promise<T> {
    let hasThrown = false
    const fetched = async () => {
      // A constant of the build, so that a bundler never sees code that only the script tag uses.
      if (typeof __WCB_PARTS__ !== 'undefined' && __WCB_PARTS__) {
        await fetchFiles(__WCB_PARTS__, source)
      }
      return run().catch((error) => {
        hasThrown = isThrown(error, typeof __WCB_PARTS__ !== 'undefined' && !!__WCB_PARTS__)
        throw error
      })
    }
    try {
      const late = () => NativePromise.reject(new Error('No answer'))
      part.value = await within<T>(fetched(), MINUTE, late)
      return part.value
    } catch (error) {
      loading = undefined
      // An import that has failed is forgotten by the browser, and its next try needs a new link.
      arrivals.clear()
      const failure = isBareImport(error)
        ? new WalletError('config_invalid', { message: NO_BUNDLER, cause: error })
        : new WalletError(hasThrown ? 'part_failed' : 'asset_integrity', { cause: error })
      if (!isReported) console.error(failure.message, error)
      isReported = true
      throw failure
    }
  }

  const part: Part<T> = {
    value: undefined,
    async load() {
      if (part.value) return part.value
      loading ??= follow(fetchAndRun())
      return loading
    },
    fetchAhead() {
      const fetched =
        typeof __WCB_PARTS__ !== 'undefined' && __WCB_PARTS__ ? fetchFiles(__WCB_PARTS__, source) : run()
      // The part is loaded again when it is needed.
      fetched.catch(() => {})
    },
  }
  return part
}

/** Reads the table of files, once. */
function readTable(part: File): NonNullable<typeof table> {
  if (table) return table
  table = fetchFile(part)
    .then((href) => import(href))
    .then((module) => module.default)
  table.catch(() => {
    table = undefined
  })
  return table
}

/** Fetches the files of a part. */
async function fetchFiles(list: File, source: string | readonly File[]): Promise<unknown> {
  const files = typeof source === 'string' ? ((await readTable(list))[source] ?? []) : source
  return NativePromise.all(files.map(fetchFile))
}

/** Files that are on their way, or have come with the right hash, by address. */
const arrivals = new Map<string, Promise<string>>()

/**
 * Fetches a module with its hash. An import checks nothing by itself: it may begin once the module has come. The address ends as
 * in the build's own imports, so that a page's own preload, which has no hash, is another module.
 *
 * @returns the module's address
 */
function fetchFile([file, integrity]: File): Promise<string> {
  const { href } = new URL(`${file}#wcb`, import.meta.url)
  const known = arrivals.get(href)
  if (known) return known
  const arrived = new NativePromise<string>((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'modulepreload',
      // Every script that a policy lets run has its nonce.
      nonce: document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? '',
      integrity,
      href,
      onload: () => resolve(href),
      onerror: () => reject(new Error(href)),
    })
    document.head.append(link)
    // Older browsers have no such links, and check nothing.
    if (!link.relList.supports(link.rel)) resolve(href)
  })
  // A link works only once.
  arrived.catch(() => arrivals.delete(href))
  arrivals.set(href, arrived)
  return arrived
}
