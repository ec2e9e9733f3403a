import type { Answer, Browser } from './browser.js'

/** How a browser uses one of the example logins. */
export interface Login {
  file: string
  /** Signs in a visitor whom the site knows by a password. */
  signInByPassword(browser: Browser, name: 'ada' | 'bob'): Promise<void>
  nonce(browser: Browser): Promise<Answer>
  /** Signs in by a wallet. @returns the code of the refusal, or `resolved`. */
  verify(browser: Browser, proof: unknown, headers?: Record<string, string>): Promise<string>
  linkNonce(browser: Browser): Promise<Answer>
  link(browser: Browser, proof: unknown): Promise<Answer>
  signOut(browser: Browser): Promise<void>
}

const PASSWORDS = { ada: 'correct horse', bob: 'battery staple' }

const codeOf = ({ status, body }: Answer): string => (status === 200 ? 'resolved' : body?.code)

/** The two logins that have their own routes for everything. */
const byRoutes = (file: string): Login => ({
  file,
  async signInByPassword(browser, name) {
    const { status } = await browser.post('/login', { name, password: PASSWORDS[name] })
    if (status !== 200) throw new Error(`the password was refused: ${status}`)
  },
  nonce: (browser) => browser.get('/wallet/nonce'),
  verify: async (browser, proof, headers) => codeOf(await browser.post('/wallet/verify', proof, headers)),
  linkNonce: (browser) => browser.get('/account/wallets/nonce'),
  link: (browser, proof) => browser.post('/account/wallets/verify', proof),
  async signOut(browser) {
    await browser.post('/logout', '')
  },
})

/** Posts a form to Auth.js, with its CSRF token. @returns the address that it redirects to */
async function postToAuthJs(
  browser: Browser,
  path: string,
  fields: Record<string, string>,
  headers?: Record<string, string>,
): Promise<URL> {
  const { csrfToken } = (await browser.get('/auth/csrf')).body
  const form = new URLSearchParams({ csrfToken, ...fields }).toString()
  const { body } = await browser.post(path, form, {
    'content-type': 'application/x-www-form-urlencoded',
    'x-auth-return-redirect': '1',
    ...headers,
  })
  // A refusal of the site itself has a code, and no address.
  return new URL(body.url ?? `https://shop.example/?code=${body.code}`)
}

const authJs: Login = {
  ...byRoutes('auth-js.mjs'),
  async signInByPassword(browser, name) {
    const url = await postToAuthJs(browser, '/auth/callback/password', { name, password: PASSWORDS[name] })
    if (url.searchParams.has('error')) throw new Error(`the password was refused: ${url}`)
  },
  async nonce(browser) {
    await browser.get('/auth/csrf')
    return browser.get('/wallet/nonce')
  },
  async verify(browser, proof, headers) {
    const fields = { proof: JSON.stringify(proof) }
    const url = await postToAuthJs(browser, '/auth/callback/wallet', fields, headers)
    return url.searchParams.get('code') ?? 'resolved'
  },
  async signOut(browser) {
    await postToAuthJs(browser, '/auth/signout', {})
  },
}

const betterAuth: Login = {
  file: 'better-auth.mjs',
  async signInByPassword(browser, name) {
    const person = { name, email: `${name}@shop.example`, password: PASSWORDS[name] }
    const made = await browser.post('/api/auth/sign-up/email', person)
    const { status } = made.status === 200 ? made : await browser.post('/api/auth/sign-in/email', person)
    if (status !== 200) throw new Error(`the password was refused: ${status} ${JSON.stringify(made.body)}`)
  },
  nonce: (browser) => browser.get('/api/auth/wallet/nonce'),
  // Better Auth itself compares origins, with codes of its own.
  async verify(browser, proof, headers) {
    const code = codeOf(await browser.post('/api/auth/wallet/verify', proof, headers))
    return /ORIGIN$/.test(code) ? 'origin_refused' : code
  },
  linkNonce: (browser) => browser.get('/api/auth/wallet/link/nonce'),
  link: (browser, proof) => browser.post('/api/auth/wallet/link/verify', proof),
  async signOut(browser) {
    await browser.post('/api/auth/sign-out', {})
  },
}

/** Logins that a site may have already. */
export const LOGINS: Record<string, Login> = {
  'sessions of one’s own': byRoutes('own-sessions.mjs'),
  Passport: byRoutes('passport.mjs'),
  'Auth.js': authJs,
  'Better Auth': betterAuth,
}
