// @ts-check
// Wallets beside sessions of your own, as Lucia's guide makes them: a random token in the cookie, its hash in the database.
//
//   npm install express
//   DOMAIN=shop.example PORT=3001 node own-sessions.mjs
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="/wallet">, and api-url="/account/wallets" where it links.
import { createHash, randomBytes } from 'node:crypto'
import express from 'express'
import { checkPassword, describe, findOrCreateByWallet, findUser, linkWallet } from './users.mjs'
import { answer, domain, linking, nameOf, port, refuseForeign, signIn } from './wallet.mjs'

const DAY = 24 * 60 * 60_000
const isSecure = !domain.startsWith('localhost')
const COOKIE = isSecure ? '__Host-session' : 'session'

/** The key is the hash of the token, so that nobody who reads the database can sign in with it. */
const sessions = new Map()
const toId = (token) => createHash('sha256').update(token).digest('hex')

function readToken({ headers }) {
  const pairs = (headers.cookie ?? '').split('; ').map((pair) => pair.split('='))
  return pairs.find(([name]) => name === COOKIE)?.[1]
}

/** The request's session. Visitors who are not signed in have a session too, because their nonce is bound to it. */
function readSession(req) {
  const token = readToken(req)
  const session = token && sessions.get(toId(token))
  return session && session.endsAt > Date.now() ? session : null
}

/** Begins a session under a new token and ends the session before, so that a planted cookie is useless. */
function beginSession(req, res, userId = null) {
  const before = readToken(req)
  if (before) sessions.delete(toId(before))
  const token = randomBytes(32).toString('hex')
  const session = { id: toId(token), userId, endsAt: Date.now() + DAY }
  sessions.set(session.id, session)
  res.cookie(COOKIE, token, { httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: DAY })
  return session
}

const app = express()
app.use(refuseForeign)
// Only JSON: a form of another site cannot send it.
app.use(express.json({ limit: '64kb' }))

app.post('/login', (req, res) => {
  const user = checkPassword(req.body?.name, req.body?.password)
  if (!user) return res.status(401).json(null)
  beginSession(req, res, user.id)
  res.json(describe(user))
})

app.get(
  '/wallet/nonce',
  answer((req, res) => signIn.issueNonce((readSession(req) ?? beginSession(req, res)).id)),
)

app.post(
  '/wallet/verify',
  answer(async (req, res) => {
    const proven = await signIn.verify(req.body, readSession(req)?.id ?? 'nobody')
    beginSession(req, res, findOrCreateByWallet(nameOf(proven)).id)
    return proven
  }),
)

/** A visitor who links a wallet must be signed in. */
const asUser = (run) => (req, res) => {
  const session = readSession(req)
  return session?.userId ? answer(() => run(session, req, res))(req, res) : res.status(401).json(null)
}

app.get(
  '/account/wallets/nonce',
  asUser((session) => linking.issueNonce(session.id)),
)

app.post(
  '/account/wallets/verify',
  asUser(async (session, req, res) => {
    const proven = await linking.verify(req.body, session.id)
    linkWallet(session.userId, nameOf(proven))
    // The account has one more way to sign in, so the session gets a new token: a copy of the old cookie is useless.
    beginSession(req, res, session.userId)
    return proven
  }),
)

app.post('/logout', (req, res) => {
  sessions.delete(readSession(req)?.id)
  res.clearCookie(COOKIE, { secure: isSecure }).json(null)
})

app.get('/me', (req, res) => {
  const user = findUser(readSession(req)?.userId)
  res.status(user ? 200 : 401).json(user && describe(user))
})

const server = app.listen(port, () => console.log('listening on', server.address()))
