import { createD1Store } from '../../../demo/server-examples/stores/d1.mjs'
import { createSite } from './site.js'

let handle: ReturnType<typeof createSite> | undefined

/** Workers KV as somebody would pass it on: it has no answer to a deletion, and no step that adds. */
const createKvStore = (kv: any, name: string) => ({
  get: (key: string) => kv.get(`${name}:${key}`),
  set: (key: string, value: string, ttl = 60_000) =>
    kv.put(`${name}:${key}`, value, { expirationTtl: Math.max(60, Math.ceil(ttl / 1_000)) }),
  delete: (key: string) => kv.delete(`${name}:${key}`),
})

/** A worker with its nonces in D1, or in Workers KV. */
export default {
  async fetch(request: Request, env: any): Promise<Response> {
    handle ??= createSite((name) =>
      env.NONCES === 'kv' && name === 'nonces' ? createKvStore(env.KV, name) : createD1Store(env.DB, name),
    )
    return handle(request)
  },
}
