import { SECOND } from '../constants.js'
import { WalletError } from '../errors/wallet-error.js'
import type { SignInContext } from './context.js'

/** How the session's cookie is set. */
export interface CookieSettings {
  /** The cookie's name. */
  cookie: string
  /** In ms. */
  lifetime: number
  /** Send the cookie over https only. */
  secure: boolean
  /** `Lax`, or `None` when pages of other sites use this server. */
  sameSite: 'Lax' | 'Strict' | 'None'
  /** Keep the cookie apart for each site around a frame (CHIPS). */
  partitioned: boolean
}

/**
 * Matches a cookie with an id or a signed token; this package sets no others. Only blanks are cut around the name: browsers
 * guard the prefix `__Host-` where a name begins with it, so a space of another kind before it makes another cookie, which
 * a subdomain may set.
 */
const COOKIE = /^[ \t]*([^= \t]+)=([\w.-]{1,2048})[ \t]*$/

/** The session's cookie, or its replacement on a connection that outlives one call. */
export interface SessionCookie {
  /**
   * The first value that fits: a parent domain's cookie may have the same name and come first. By default every value
   * fits.
   */
  read(context: SignInContext, fits?: (value: string) => boolean): string | null
  /** @param lifetime in ms; an empty value deletes the cookie */
  write(context: SignInContext, value: string, lifetime?: number): void
}

/** What the name of a cookie is made of (RFC 6265, a token of RFC 9110). */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/

/** Creates the {@link SessionCookie}. @throws WalletError `config_invalid` for a name that no browser sends back as it is */
export function createSessionCookie(settings: CookieSettings): SessionCookie {
  if (!NAME.test(settings.cookie))
    throw new WalletError('config_invalid', {
      message: 'cookie must be a name without spaces and separators',
    })
  return {
    read({ signInRequest: request }, fits = () => true) {
      if (!request) return null
      const { session } = request.connection
      // Empty: it was deleted here, while the connection's own header goes on naming it.
      if (session !== undefined) return session && fits(session) ? session : null
      for (const part of (request.header('cookie') ?? '').split(';')) {
        const [, name, value] = COOKIE.exec(part) ?? []
        if (name === settings.cookie && value && fits(value)) return value
      }
      return null
    },
    write({ signInRequest: request }, value, lifetime = settings.lifetime) {
      if (!request) return
      request.connection.session = value
      const { sameSite, secure, partitioned } = settings
      const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}${partitioned ? '; Partitioned' : ''}`
      const age = value ? Math.max(0, Math.floor(lifetime / SECOND)) : 0
      request.setCookie?.(`${settings.cookie}=${value}; Max-Age=${age}; ${attributes}`)
    },
  }
}

/** Creates an id of 32 random bytes in hex. */
export function createId(): string {
  let id = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(32))) id += byte.toString(16).padStart(2, '0')
  return id
}

/** Whether a text is an id that {@link createId} could have made. */
export const isId = (text: string | null | undefined): text is string => !!text && /^[0-9a-f]{64}$/.test(text)
