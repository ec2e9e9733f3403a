// @ts-check
// Wallets as a plugin of Better Auth: EVM and Starknet, keys and contract accounts, with wallets linked to its own users.
//
//   npm install better-auth
//   DOMAIN=shop.example PORT=3001 BETTER_AUTH_SECRET=… node better-auth.mjs
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="/api/auth/wallet">, and api-url="/api/auth/wallet/link".
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { toNodeHandler } from 'better-auth/node'
import { WalletError } from 'wallet-connect-button/server'
import { domain, linking, nameOf, port, signIn, toRefusal } from './wallet.mjs'

const VISITOR = 'wallet_visitor'
const PROVIDER = 'wallet'

function refuse(error) {
  if (error instanceof APIError) throw error
  const { status, body } = toRefusal(error)
  throw new APIError(status === 500 ? 'INTERNAL_SERVER_ERROR' : 'FORBIDDEN', body)
}

const ownerOf = (ctx, wallet) =>
  ctx.context.adapter.findOne({
    model: 'account',
    where: [
      { field: 'providerId', value: PROVIDER },
      { field: 'accountId', value: wallet },
    ],
  })

const addWallet = (ctx, userId, wallet) =>
  ctx.context.internalAdapter.createAccount({ userId, providerId: PROVIDER, accountId: wallet })

async function createUser(ctx, wallet) {
  // Better Auth requires an address for each user; this address cannot receive mail.
  const email = `${randomUUID()}@wallet.invalid`
  const user = await ctx.context.internalAdapter.createUser({ name: wallet, email, emailVerified: false })
  await addWallet(ctx, user.id, wallet)
  return user
}

const endpoints = {
  walletNonce: createAuthEndpoint('/wallet/nonce', { method: 'GET' }, async (ctx) => {
    const { secret } = ctx.context
    const known = await ctx.getSignedCookie(VISITOR, secret)
    const visitor = known || randomBytes(16).toString('hex')
    if (!known) {
      const { attributes } = ctx.context.createAuthCookie(VISITOR)
      await ctx.setSignedCookie(VISITOR, visitor, secret, attributes)
    }
    return ctx.json(await signIn.issueNonce(visitor))
  }),

  walletVerify: createAuthEndpoint(
    '/wallet/verify',
    { method: 'POST', requireRequest: true },
    async (ctx) => {
      try {
        const visitor = (await ctx.getSignedCookie(VISITOR, ctx.context.secret)) || 'nobody'
        const proven = await signIn.verify(ctx.body, visitor)
        const account = await ownerOf(ctx, nameOf(proven))
        const { internalAdapter } = ctx.context
        const user = account
          ? await internalAdapter.findUserById(account.userId)
          : await createUser(ctx, nameOf(proven))
        await setSessionCookie(ctx, { session: await internalAdapter.createSession(user.id), user })
        return ctx.json(proven)
      } catch (error) {
        return refuse(error)
      }
    },
  ),

  walletLinkNonce: createAuthEndpoint(
    '/wallet/link/nonce',
    { method: 'GET', use: [sessionMiddleware] },
    async (ctx) => ctx.json(await linking.issueNonce(ctx.context.session.session.id)),
  ),

  walletLinkVerify: createAuthEndpoint(
    '/wallet/link/verify',
    { method: 'POST', requireRequest: true, use: [sessionMiddleware] },
    async (ctx) => {
      try {
        const { session, user } = ctx.context.session
        const proven = await linking.verify(ctx.body, session.id)
        const account = await ownerOf(ctx, nameOf(proven))
        // A wallet has one owner. Otherwise its owner would sign in as another user.
        if (account && account.userId !== user.id)
          throw new WalletError('request_invalid', { message: 'This wallet belongs to another account' })
        if (!account) await addWallet(ctx, user.id, nameOf(proven))
        return ctx.json(proven)
      } catch (error) {
        return refuse(error)
      }
    },
  ),
}

const auth = betterAuth({
  baseURL: `${domain.startsWith('localhost') ? 'http' : 'https'}://${domain}`,
  secret: process.env.BETTER_AUTH_SECRET ?? randomBytes(32).toString('hex'),
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  emailAndPassword: { enabled: true },
  plugins: [/** @type {any} */ ({ id: 'wallet', endpoints })],
})

const answerAuth = toNodeHandler(auth)

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', `https://${domain}`)
  if (pathname.startsWith('/api/auth/')) return answerAuth(request, response)
  const headers = new Headers({ cookie: request.headers.cookie ?? '' })
  const found = pathname === '/me' ? await auth.api.getSession({ headers }) : null
  const accounts = found ? await auth.api.listUserAccounts({ headers }) : []
  const wallets = accounts
    .filter(({ providerId }) => providerId === PROVIDER)
    .map(({ accountId }) => accountId)
  response.writeHead(found ? 200 : 401, { 'content-type': 'application/json' })
  response.end(JSON.stringify(found && { id: found.user.id, name: found.user.name, wallets }))
})

server.listen(port, () => console.log('listening on', server.address()))
