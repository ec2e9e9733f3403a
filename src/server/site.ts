import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import { isLoopback } from '../protocol/loopback.js'
import { isSignInStatement, STATEMENT_RULE } from '../protocol/sign-in-statement.js'
import { isUri } from '../protocol/siwe/grammar.js'
import { MAX_RESOURCES } from '../protocol/siwe/message.js'

/** The site that visitors sign in to. */
export interface Site {
  /** Host in its ASCII form, with a port unless it is the scheme's default: what a browser calls `location.host`. */
  readonly domain: string
  /** The hosts of all its origins, the domain first: visitors sign for the host that their page has. */
  readonly hosts: readonly string[]
  /**
   * The origins of its pages: the domain's own (with http where that is as safe as https) and the configured origins.
   */
  readonly origins: readonly string[]
  /** The path that messages are bound to: their `URI` is this path or below it. Null when they are not bound. */
  readonly path: string | null
  /** The URIs that messages are bound to: each is among their `Resources`. */
  readonly resources: readonly string[]
  /** The sentence that each message must have as its statement. Null when any will do. */
  readonly statement: string | null
}

/** The server's options that describe the site. */
export interface SiteOptions {
  /** Host, with a port unless it is the scheme's default; an international host in either form. */
  domain: string
  /** `https` unless the site is really served without it; on this machine http is accepted too. */
  scheme?: 'https' | 'http' | undefined
  /** More origins of the site; each signs for its own host. */
  origins?: readonly string[] | undefined
  path?: string | undefined
  resources?: readonly string[] | undefined
  statement?: string | undefined
}

const invalid = (detail: string) => new WalletError('config_invalid', { message: `createSignIn: ${detail}` })

const parse = (text: unknown): URL | null =>
  typeof text === 'string' && URL.canParse(text) ? new URL(text) : null

/** Whether a text is the path of an address, as `URL` writes it. */
export const isPath = (text: unknown): boolean =>
  typeof text === 'string' &&
  /^\/(?!\/)/.test(text) &&
  parse(`https://site.example${text}`)?.pathname === text

/** A host of a page, as `URL` writes it: names of letters, digits, `-` and `_` (RFC 1035, and what browsers load), or IPv6. */
const HOST = /^(?:\[[0-9a-f:.]+\]|(?=.{1,253}$)[\w-]{1,63}(?:\.[\w-]{1,63})*\.?)$/

/** Whether a page can have this address. `URL` reads more: `*.example` has no page, and nothing listens on port 0. */
const canBePage = ({ hostname, port }: URL): boolean => HOST.test(hostname) && port !== '0'

/** Reads an option that is a list of origins. @throws WalletError `config_invalid` for what is never a page's origin */
function readOrigins(texts: readonly string[] = []): string[] {
  const isOrigin = (text: unknown) => {
    const url = parse(text)
    return (
      !!url &&
      /^https?:/.test(url.origin) &&
      (text === url.origin || text === `${url.origin}/`) &&
      canBePage(url)
    )
  }
  if (!Array.isArray(texts) || !texts.every(isOrigin))
    throw new WalletError('config_invalid', {
      message: 'origins must be a list of origins, such as https://shop.example',
    })
  return texts.map((text) => new URL(text).origin)
}

/** Creates a site with the hosts of its origins. */
const toSite = (site: Omit<Site, 'hosts'>): Site => ({
  ...site,
  hosts: [...new Set([site.domain, ...site.origins.map((origin) => new URL(origin).host)])],
})

/** The same site with more origins. @throws WalletError `config_invalid` */
export const addOrigins = (site: Site, origins: readonly string[] | undefined): Site =>
  toSite({ ...site, origins: [...new Set([...site.origins, ...readOrigins(origins)])] })

/** @throws WalletError `config_invalid` */
export function createSite(options: SiteOptions): Site {
  const { domain, scheme = 'https', path, resources = [], statement } = options
  if (!['https', 'http'].includes(scheme)) throw invalid("scheme must be 'https' or 'http'")
  // URL would read more than a host: it removes line breaks, and takes a number for an address.
  const isHost = typeof domain === 'string' && /^[^\s/\\?#@]+$/.test(domain) && !/^\d+$/.test(domain)
  const url = isHost ? parse(`${scheme}://${domain}`) : null
  if (!url?.host || url.href !== `${url.origin}/` || url.username || url.password || !canBePage(url)) {
    throw invalid('domain must be a host that a page can have, such as shop.example or localhost:3000')
  }
  const origins = new Set([url.origin])
  if (isLoopback(url.hostname)) {
    for (const other of ['http', 'https']) {
      const { origin, host } = new URL(`${other}://${domain}`)
      if (host === url.host) origins.add(origin)
    }
  }
  if (path !== undefined && !isPath(path)) throw invalid('path must be a path, such as /admin')
  if (!Array.isArray(resources) || resources.length > MAX_RESOURCES || !resources.every(isUri))
    throw invalid(`resources must be a list of ${MAX_RESOURCES} URIs at most`)
  if (statement !== undefined && !isSignInStatement(statement)) throw invalid(STATEMENT_RULE)
  const own = {
    domain: url.host,
    origins: [...origins],
    path: path ?? null,
    resources: [...resources],
    statement: statement ?? null,
  }
  return addOrigins(toSite(own), options.origins)
}

/** The beginning of an address on the web: a scheme, a host without a user or escapes, and where it ends. */
const PAGE_ADDRESS = /^https?:\/\/[^/?#@%]+(?:[/?#]|$)/i

/** Whether a path equals another path or is below it. Both are as `URL` writes them, without `..`. */
function isBelow(path: string, above: string): boolean {
  const folder = above.endsWith('/') ? above : `${above}/`
  return path === above || path.startsWith(folder)
}

/**
 * Checks that a message is for a site: exactly the host and port of one of its origins, a known origin, no user before an @,
 * and the path and resources that the site requires.
 *
 * @throws WalletError `domain_mismatch`
 */
export function checkSite(
  site: Site,
  message: {
    domain: string
    scheme?: string | undefined
    uri: string
    resources?: readonly string[] | undefined
  },
): void {
  if (!site.hosts.includes(message.domain)) throw createSignInError('domain_mismatch')
  // URL reads more than an address of a page: blob:https://…, https:host, https:///host, an empty user before an @, a host with %2E.
  const uri = PAGE_ADDRESS.test(message.uri) ? parse(message.uri) : null
  if (!uri || !site.origins.includes(uri.origin)) throw createSignInError('domain_mismatch', 'uri')
  if (message.scheme !== undefined && `${message.scheme.toLowerCase()}:` !== uri.protocol) {
    throw createSignInError('domain_mismatch', 'scheme')
  }
  if (site.path !== null && !isBelow(uri.pathname, site.path)) {
    throw createSignInError('domain_mismatch', 'the path of the uri')
  }
  const missing = site.resources.find((resource) => !message.resources?.includes(resource))
  if (missing !== undefined)
    throw createSignInError('domain_mismatch', `the resource ${missing.slice(0, 80)}`)
}

/** Checks that the visitor has agreed to the sentence that the site requires. @throws WalletError `domain_mismatch` */
export function checkAgreed(site: Site, statement: string | undefined): void {
  if (site.statement !== null && statement !== site.statement)
    throw createSignInError('domain_mismatch', 'the statement')
}
