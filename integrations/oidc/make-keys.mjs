// Prints values for `jwks` and `cookieKeys` of the configuration. Keep them as secret as passwords.
import { generateKeyPairSync, randomBytes } from 'node:crypto'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const kid = randomBytes(8).toString('hex')
const jwks = { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] }
console.log(JSON.stringify({ jwks, cookieKeys: [randomBytes(32).toString('base64url')] }, null, 2))
