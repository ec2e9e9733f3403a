import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { JWTPayload } from 'jose'
import { SECOND } from '../constants.js'
import { WalletError } from '../errors/wallet-error.js'
import { readChainId } from '../protocol/caip2.js'
import type { SignInSession } from '../protocol/sign-in-proof.js'
import { checkSecret, type Secret } from './secrets.js'
import { createId, isId } from './session-cookie.js'
import { toSession } from './sessions.js'

/** The content of a session's token. */
export interface SessionToken {
  /** The id of the session, the same in all its tokens. */
  id: string
  session: SignInSession
  /** The id of this token. */
  tokenId: string
  /** When the token has to be exchanged for a new one, in epoch ms. */
  freshUntil: number
  /** When the session ends, in epoch ms. */
  endsAt: number
}

/** Signs and reads the tokens of one site's sessions. */
export interface SessionTokens {
  write(session: SignInSession, id: string, freshUntil: number, endsAt: number): Promise<string>
  /** Null for a text that was not signed here. A token that is no longer fresh is still read. */
  read(text: string): Promise<SessionToken | null>
}

const TYPE = 'wallet-session+jwt'

let library: Promise<typeof import('jose')> | undefined

/** Loads jose with the first token, so that servers with stored sessions do not need it. */
function loadJose(): Promise<typeof import('jose')> {
  library ??= import('jose').catch((cause) => {
    library = undefined
    throw new WalletError('config_invalid', {
      message: "sessions: 'stateless' needs the package jose, which could not be loaded",
      cause,
    })
  })
  return library
}

/** Whether a text has the three parts of a token. */
export const isToken = (text: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)

/** Converts ms to seconds, the unit of JWT times. */
const seconds = (time: number): number => Math.ceil(time / SECOND)

/**
 * Creates the tokens of a site: JWT with HS256. The key is derived from the secret, the site's name and the use, so
 * that a token of another site, or another use of the same secret, is no session here.
 *
 * @param secrets the first secret signs, all of them are accepted; an older one may be undefined
 * @throws WalletError `config_invalid` for a secret that is too short
 */
export function createSessionTokens(
  [newest, ...older]: readonly (Secret | undefined)[],
  domain: string,
): SessionTokens {
  const secrets = [newest, ...older.filter((secret) => secret !== undefined)]
  const keys = new Map(
    secrets.map((secret) => {
      checkSecret(secret, 'sessionSecret')
      const bytes = typeof secret === 'string' ? utf8ToBytes(secret) : secret
      const key = hmac(sha256, bytes, utf8ToBytes(`${TYPE} of ${domain}`))
      return [bytesToHex(sha256(key)).slice(0, 16), key] as const
    }),
  )
  const [[firstId, firstKey]] = [...keys] as [[string, Uint8Array]]

  return {
    async write({ address, chainId }, id, freshUntil, endsAt) {
      const { SignJWT } = await loadJose()
      return new SignJWT({ sid: id, end: seconds(endsAt), jti: createId().slice(32) })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: firstId })
        .setSubject(`${chainId}:${address}`)
        .setIssuer(domain)
        .setExpirationTime(seconds(freshUntil))
        .sign(firstKey)
    },
    async read(text) {
      const { jwtVerify, decodeProtectedHeader } = await loadJose()
      try {
        const key = keys.get(String(decodeProtectedHeader(text).kid))
        if (!key) return null
        // The caller checks the times, because a token past its own lifetime can still be exchanged.
        const currentDate = new Date(0)
        const { payload } = await jwtVerify(text, key, {
          algorithms: ['HS256'],
          typ: TYPE,
          issuer: domain,
          currentDate,
        })
        return readClaims(payload)
      } catch {
        // The text is no token, or another key has signed it.
        return null
      }
    },
  }
}

function readClaims({ sub = '', sid, jti, exp, end }: JWTPayload): SessionToken | null {
  const at = sub.lastIndexOf(':')
  const chainId = readChainId(sub.slice(0, at))
  if (!chainId || !isId(sid as string) || !jti || !exp || typeof end !== 'number') return null
  return {
    id: sid as string,
    session: toSession({ address: sub.slice(at + 1), chainId }),
    tokenId: jti,
    freshUntil: exp * SECOND,
    endsAt: end * SECOND,
  }
}
