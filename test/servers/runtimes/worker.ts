import { createSignIn, createSignInHandler } from '../../../src/exports/server.js'
import { judge } from '../vectors/judge.js'

// At the start of the module, where this runtime gives no random bytes.
const handle = createSignInHandler(createSignIn({ domain: 'shop.example', chains: ['eip155:1'] }))

/** A worker that signs in, and gives its verdict about vectors. */
export default {
  async fetch(request: Request): Promise<Response> {
    if (new URL(request.url).pathname !== '/judge') return handle(request)
    const { vector, site, rpc } = (await request.json()) as {
      vector: Parameters<typeof judge>[0]
      site: Parameters<typeof judge>[1]
      rpc: Record<string, string>
    }
    return Response.json(await judge(vector, site, rpc))
  },
}
