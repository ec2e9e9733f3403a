// @ts-check
// Wallets as a strategy of Passport, beside the strategies that an app has.
//
//   npm install express express-session passport passport-local
//   DOMAIN=shop.example PORT=3001 SECRET=… node passport.mjs
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="/wallet">, and api-url="/account/wallets" where it links.
import { randomBytes } from 'node:crypto'
import express from 'express'
import session from 'express-session'
import passport from 'passport'
import { Strategy as LocalStrategy } from 'passport-local'
import { checkPassword, describe, findOrCreateByWallet, findUser, linkWallet } from './users.mjs'
import { answer, domain, linking, nameOf, port, refuseForeign, signIn } from './wallet.mjs'

/** Signs in a visitor who has proven an account with a nonce of their own session. */
class WalletStrategy extends passport.Strategy {
  name = 'wallet'

  authenticate(req) {
    signIn.verify(req.body, req.sessionID).then(
      (proven) => this.success(findOrCreateByWallet(nameOf(proven)), proven),
      (error) => this.error(error),
    )
  }
}

passport.use(
  new LocalStrategy({ usernameField: 'name' }, (name, password, done) =>
    done(null, checkPassword(name, password)),
  ),
)
passport.use(new WalletStrategy())
passport.serializeUser((user, done) => done(null, /** @type {any} */ (user).id))
passport.deserializeUser((id, done) => done(null, findUser(id)))

const isSecure = !domain.startsWith('localhost')
const app = express()
app.set('trust proxy', 1)
app.use(refuseForeign)
app.use(
  session({
    secret: process.env.SECRET ?? randomBytes(32).toString('hex'),
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: isSecure },
  }),
)
// Only JSON: a form of another site cannot send it.
app.use(express.json({ limit: '64kb' }))
app.use(passport.session())

// Passport begins a session under a new id at each of these routes.
app.post('/login', passport.authenticate('local'), (req, res) => res.json(describe(req.user)))

app.get(
  '/wallet/nonce',
  answer((req) => {
    // The session must not be empty, or it is not stored for a visitor.
    req.session.asked = Date.now()
    return signIn.issueNonce(req.sessionID)
  }),
)

app.post('/wallet/verify', (req, res, next) => {
  passport.authenticate('wallet', (error, user, proven) => {
    if (error) return answer(() => Promise.reject(error))(req, res)
    req.logIn(user, (failure) => (failure ? next(failure) : res.json(proven)))
  })(req, res, next)
})

/** A visitor who links a wallet must be signed in. */
const isUser = (req, res, next) => (req.user ? next() : res.status(401).json(null))

app.get(
  '/account/wallets/nonce',
  isUser,
  answer((req) => linking.issueNonce(req.sessionID)),
)

app.post('/account/wallets/verify', isUser, (req, res, next) =>
  answer(async () => {
    const proven = await linking.verify(req.body, req.sessionID)
    const user = linkWallet(req.user.id, nameOf(proven))
    // The account has one more way to sign in, so the session continues under a new id.
    await new Promise((resolve, reject) =>
      req.logIn(user, (error) => (error ? reject(error) : resolve(null))),
    )
    return proven
  })(req, res, next),
)

app.post('/logout', (req, res, next) => req.logOut((error) => (error ? next(error) : res.json(null))))

app.get('/me', (req, res) => res.status(req.user ? 200 : 401).json(req.user ? describe(req.user) : null))

const server = app.listen(port, () => console.log('listening on', server.address()))
