import { createVisitor, proveNonce, type Visitor } from '../../unit/server/visitor.js'

/** The answer of a server. */
export interface Answer {
  status: number
  body: any
}

/** A browser of one person: it keeps cookies, and sends the origin of its page. */
export interface Browser {
  get(path: string): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Its cookies, by name. */
  jar: Map<string, string>
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  try {
    return { status: response.status, body: JSON.parse(text) }
  } catch {
    return { status: response.status, body: text }
  }
}

/** Opens a browser at a page of the site that a server on this machine serves. */
export function openBrowser(url: string, domain = 'shop.example'): Browser {
  const jar = new Map<string, string>()
  async function ask(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers)
    if (!headers.has('origin')) headers.set('origin', `https://${domain}`)
    headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '))
    headers.set('x-forwarded-proto', 'https')
    headers.set('x-forwarded-host', domain)
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';')
      const at = pair.indexOf('=')
      const isGone = attributes.some((text) => /^\s*(?:max-age=0|expires=thu, 01 jan 1970)/i.test(text))
      if (isGone) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return read(response)
  }
  return {
    get: (path) => ask(path, {}),
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    jar,
  }
}

/** Creates somebody's proof for a nonce, as the page posts it. */
export const prove = (
  issued: { nonce: string; path?: string },
  visitor: Visitor = createVisitor(),
  domain = 'shop.example',
) => proveNonce(issued.nonce, visitor, { domain, uri: `https://${domain}${issued.path ?? '/'}` })
