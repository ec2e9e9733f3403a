// @ts-check
// Wallets as a provider of Auth.js, here in Express; the configuration is the same in Next and SvelteKit.
//
//   npm install express @auth/express
//   DOMAIN=shop.example PORT=3001 AUTH_SECRET=… node auth-js.mjs
//
// The page asks /wallet/nonce, and sends what `wallet_signed_in` or a signInAdapter's verify has by Auth.js' own
// signIn('wallet', { proof: JSON.stringify(proof) }).
import { randomBytes, randomUUID } from 'node:crypto'
import { CredentialsSignin, ExpressAuth, getSession } from '@auth/express'
import CredentialsModule from '@auth/express/providers/credentials'
import express from 'express'
import { WalletError } from 'wallet-connect-button/server'
import { checkPassword, describe, findOrCreateByWallet, findUser, linkWallet } from './users.mjs'
import { answer, domain, linking, nameOf, port, refuseForeign, signIn } from './wallet.mjs'

const Credentials = /** @type {any} */ (CredentialsModule)

/** Auth.js' own CSRF token, which it gives to each browser and requires for each sign-in. Nonces are bound to it. */
const readCsrf = (cookie) => /(?:^|; )(?:__Host-)?authjs\.csrf-token=([^;%|]+)/.exec(cookie ?? '')?.[1]

class Refused extends CredentialsSignin {
  constructor(code) {
    super()
    this.code = code
  }
}

const wallet = Credentials({
  id: 'wallet',
  name: 'Wallet',
  credentials: { proof: {} },
  async authorize({ proof }, request) {
    try {
      const csrf = readCsrf(request.headers.get('cookie')) ?? 'nobody'
      const proven = await signIn.verify(JSON.parse(String(proof)), csrf)
      const { id, name } = findOrCreateByWallet(nameOf(proven))
      return { id, name }
    } catch (error) {
      if (error instanceof WalletError) throw new Refused(error.code)
      throw error instanceof SyntaxError ? new Refused('request_invalid') : error
    }
  },
})

const password = Credentials({
  id: 'password',
  credentials: { name: {}, password: {} },
  async authorize(given) {
    const user = checkPassword(given.name, given.password)
    return user && { id: user.id, name: user.name }
  },
})

const config = {
  trustHost: true,
  basePath: '/auth',
  secret: process.env.AUTH_SECRET ?? randomBytes(32).toString('hex'),
  providers: [wallet, password],
  callbacks: {
    // A token has no id for its session, so we add an id, to which the nonces for linking are bound.
    jwt: ({ token, user }) => (user ? { ...token, sub: user.id, session: randomUUID() } : token),
    session: ({ session, token }) => ({ ...session, id: token.session, user: { id: token.sub } }),
  },
}

const app = express()
app.set('trust proxy', true)
app.use(refuseForeign)
app.use('/auth', ExpressAuth(/** @type {any} */ (config)))
// Only JSON: a form of another site cannot send it.
app.use(express.json({ limit: '64kb' }))

app.get('/wallet/nonce', (req, res) => {
  const csrf = readCsrf(req.headers.cookie)
  if (!csrf)
    return res.status(403).json({ code: 'nonce_unknown', message: `Ask https://${domain}/auth/csrf first` })
  return answer(() => signIn.issueNonce(csrf))(req, res)
})

const readSession = (req) => /** @type {Promise<any>} */ (getSession(req, /** @type {any} */ (config)))

/** A visitor who links a wallet must be signed in. */
const asUser = (run) => async (req, res) => {
  const session = await readSession(req)
  return session?.user?.id ? answer(() => run(session, req))(req, res) : res.status(401).json(null)
}

app.get(
  '/account/wallets/nonce',
  asUser(({ id }) => linking.issueNonce(id)),
)

app.post(
  '/account/wallets/verify',
  asUser(async ({ id, user }, req) => {
    const proven = await linking.verify(req.body, id)
    linkWallet(user.id, nameOf(proven))
    return proven
  }),
)

app.get('/me', async (req, res) => {
  const user = findUser((await readSession(req))?.user?.id)
  res.status(user ? 200 : 401).json(user && describe(user))
})

const server = app.listen(port, () => console.log('listening on', server.address()))
