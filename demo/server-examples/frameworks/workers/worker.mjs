// Sign-in as plain JSON in a Cloudflare worker, with what must happen once in a Durable Object.
//
// Wrangler needs Node 22.12 or newer. On Node 20, wrangler@4.86.0 runs it.
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="/auth">
import { DurableObject } from 'cloudflare:workers'
import { createSignIn, createSignInHandler } from 'wallet-connect-button/server'

/** Stores sessions and used nonces. Workers KV is not enough: two places may both read that a key is missing. */
export class SignInStore extends DurableObject {
  async get(key) {
    const entry = await this.ctx.storage.get(key)
    return entry && entry.endsAt > Date.now() ? entry.value : null
  }

  async set(key, value, ttl) {
    await this.ctx.storage.put(key, { value, endsAt: Date.now() + ttl })
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + ttl)
  }

  async delete(key) {
    return this.ctx.storage.delete(key)
  }

  // No other code runs in an object between its reads and writes.
  async add(key, value, ttl) {
    if ((await this.get(key)) !== null) return false
    await this.set(key, value, ttl)
    return true
  }

  /** Deletes expired entries. */
  async alarm() {
    const entries = await this.ctx.storage.list()
    const ended = [...entries].filter(([, { endsAt }]) => endsAt <= Date.now()).map(([key]) => key)
    for (let at = 0; at < ended.length; at += 128) await this.ctx.storage.delete(ended.slice(at, at + 128))
    const ends = [...entries.values()].map(({ endsAt }) => endsAt).filter((endsAt) => endsAt > Date.now())
    if (ends.length > 0) await this.ctx.storage.setAlarm(Math.min(...ends))
  }
}

const createHandle = (env) => {
  const open = () => env.STORE.get(env.STORE.idFromName('sign-in'))
  const store = {
    get: (key) => open().get(key),
    set: (key, value, ttl) => open().set(key, value, ttl),
    delete: (key) => open().delete(key),
    add: (key, value, ttl) => open().add(key, value, ttl),
  }
  const signIn = createSignIn({
    domain: env.DOMAIN,
    chains: ['eip155:1'],
    secret: env.SECRET,
    nonceStore: store,
  })
  return createSignInHandler(signIn, { base: '/auth', sessionStore: store })
}

let handle

export default {
  async fetch(request, env) {
    handle ??= createHandle(env)
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/auth/')) return handle(request)
    if (pathname !== '/me') return new Response('Not found', { status: 404 })
    const session = await handle.readSession(request)
    return Response.json(session, { status: session ? 200 : 401 })
  },
}
