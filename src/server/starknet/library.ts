import { WalletError } from '../../errors/wallet-error.js'

/** The part of starknet.js that we use. It loads with the first Starknet signature, so EVM servers never load it. */
export type StarknetLibrary = Pick<typeof import('starknet'), 'ec' | 'hash' | 'typedData'>

let library: Promise<StarknetLibrary> | undefined

const missing = (cause: unknown): WalletError =>
  new WalletError('config_invalid', {
    message: 'To sign Starknet accounts in, install the starknet package',
    cause,
  })

/**
 * Loads starknet.js once. After a failure the next call tries again.
 *
 * @throws WalletError `config_invalid`
 */
export function loadStarknet(): Promise<StarknetLibrary> {
  library ??= load()
  return library
}

async function load(): Promise<StarknetLibrary> {
  // A bundler treats an import inside `try` as optional, and builds without the package.
  let cause: unknown
  try {
    const found = await import('starknet')
    if (found.typedData) return found
  } catch (error) {
    cause = error
  }
  library = undefined
  throw missing(cause)
}

/**
 * Why starknet.js cannot be found; null when it can; undefined when the runtime cannot say: a bundle has its packages inside,
 * and not every runtime resolves names.
 */
function findFault(): unknown {
  // Read, then called: webpack warns of a call on `import.meta` itself.
  const resolve = import.meta.resolve
  try {
    // A bundle is not in the folder that the package's name leads to.
    const root = new URL('.', resolve('wallet-connect-button/package.json')).href
    if (!import.meta.url.startsWith(root)) return undefined
  } catch {
    return undefined
  }
  try {
    resolve('starknet')
    return null
  } catch (error) {
    return error
  }
}

/**
 * Checks that starknet.js is there, for a server with a Starknet chain. Where only loading it can tell, it is loaded now, and the
 * server's console has the failure.
 *
 * @throws WalletError `config_invalid`
 */
export function requireStarknet(): void {
  const fault = findFault()
  if (fault) throw missing(fault)
  if (fault === undefined) loadStarknet().catch(console.error)
}
