/** What of starknet.js is used. It is loaded with the first Starknet signature, so that EVM servers never load it. */
export type StarknetLibrary = Pick<typeof import('starknet'), 'ec' | 'hash' | 'typedData'>

let library: Promise<StarknetLibrary> | undefined

/** starknet.js, loaded once. A failed load is tried again the next time. */
export function loadStarknet(): Promise<StarknetLibrary> {
  library ??= import('starknet').catch((error) => {
    library = undefined
    throw error
  })
  return library
}
