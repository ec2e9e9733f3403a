import { makeContractVectors } from './contracts.js'
import { makeKeyVectors } from './keys.js'
import { makeStarknetVectors } from './starknet.js'
import { SITE } from './vector.js'

/** All of docs/sign-in-vectors.json. The same at every call: keys, nonces and times are fixed. */
export const makeVectors = async () => ({
  about: 'What a server has to say to proofs of ownership. docs/server-checks.md tells how to use them.',
  site: SITE,
  vectors: [...(await makeKeyVectors()), ...(await makeContractVectors()), ...makeStarknetVectors()],
})

/** The file's text. */
export const printVectors = async (): Promise<string> => `${JSON.stringify(await makeVectors(), null, 1)}\n`
