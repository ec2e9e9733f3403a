import { createSignInError } from '../errors/sign-in-catalogue.js'
import { WalletError } from '../errors/wallet-error.js'

/** The site that people sign in to. */
export interface Site {
  /** Host in its ASCII form, with a port where it is not the scheme's own: what a browser calls `location.host`. */
  readonly domain: string
  /** The origins of its pages: one, or two where http is as good as https. */
  readonly origins: readonly string[]
}

/** Whether a host is this machine, where browsers treat http as secure. */
const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/**
 * @param domain host, with a port where it is not the scheme's own; an international one in either form
 * @param scheme `https` unless the site is really served without it; on this machine http is accepted as well
 * @throws WalletError `config_invalid`
 */
export function createSite(domain: string, scheme: 'https' | 'http' = 'https'): Site {
  let url: URL | undefined
  try {
    url = new URL(`${scheme}://${domain}`)
  } catch {}
  if (!url?.host || url.href !== `${url.origin}/` || url.username || url.password) {
    throw new WalletError('config_invalid', {
      message: 'createSignIn: domain must be a host, such as shop.example or localhost:3000',
    })
  }
  const origins = [url.origin]
  if (isLoopback(url.hostname)) {
    for (const other of ['http', 'https']) {
      const { origin, host } = new URL(`${other}://${domain}`)
      if (host === url.host && !origins.includes(origin)) origins.push(origin)
    }
  }
  return { domain: url.host, origins }
}

/**
 * Checks that a message is for a site: same host and port to the letter, same scheme, nobody before an @.
 *
 * @throws WalletError `domain_mismatch`
 */
export function checkSite(
  site: Site,
  message: { domain: string; scheme?: string | undefined; uri: string },
): void {
  if (message.domain !== site.domain) throw createSignInError('domain_mismatch')
  let uri: URL | undefined
  try {
    uri = new URL(message.uri)
  } catch {}
  if (!uri || !site.origins.includes(uri.origin) || uri.username || uri.password) {
    throw createSignInError('domain_mismatch', 'uri')
  }
  if (message.scheme !== undefined && `${message.scheme.toLowerCase()}:` !== uri.protocol) {
    throw createSignInError('domain_mismatch', 'scheme')
  }
}
