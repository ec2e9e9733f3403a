import { makeContractVectors } from './contracts.js'
import { makeKeyVectors } from './keys.js'
import { makeStarknetVectors } from './starknet.js'
import { SITE } from './vector.js'

/** All of docs/sign-in-vectors.json. Every call gives the same result, because keys, nonces and times are fixed. */
export const makeVectors = async () => ({
  about: 'What a server has to say to proofs of ownership. docs/server-checks.md tells how to use them.',
  site: SITE,
  vectors: [...(await makeKeyVectors()), ...(await makeContractVectors()), ...makeStarknetVectors()],
})

/** The text of the file. */
export const printVectors = async (): Promise<string> => `${JSON.stringify(await makeVectors(), null, 1)}\n`
