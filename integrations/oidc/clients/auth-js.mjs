// A site with Auth.js whose people sign in at the provider: no code of it knows of wallets.
//
//   npm install express @auth/express
//   ISSUER=https://login.shop.example CLIENT_ID=forum CLIENT_SECRET=… AUTH_SECRET=… AUTH_URL=https://forum.example/auth PORT=3002 node auth-js.mjs
import { ExpressAuth, getSession } from '@auth/express'
import express from 'express'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, AUTH_SECRET, PORT = '3002' } = process.env

const config = {
  trustHost: true,
  basePath: '/auth',
  secret: AUTH_SECRET,
  providers: [
    {
      id: 'wallet',
      name: 'Wallet',
      type: 'oidc',
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      client: { token_endpoint_auth_method: 'client_secret_post' },
      authorization: { params: { scope: 'openid profile wallet' } },
      checks: ['pkce', 'state', 'nonce'],
      profile: (claims) => ({ id: claims.sub, name: claims.preferred_username }),
    },
  ],
  callbacks: {
    // `sub` is the account's CAIP-10 id.
    jwt: ({ token, profile }) => (profile ? { ...token, sub: profile.sub } : token),
    session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }),
  },
}

const app = express()
app.use('/auth', ExpressAuth(config))
app.get('/me', async (req, res) => {
  const session = await getSession(req, config)
  res.status(session ? 200 : 401).json(session?.user ?? null)
})

const server = app.listen(Number(PORT), () => console.log('listening on', server.address()))
