import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { initTRPC, type TRPCDataTransformer, TRPCError, tracked } from '@trpc/server'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import { WebSocketServer } from 'ws'

/** An application's own API beside the sign-in. */
function createRouter(
  state: { calls: string[]; items: number; gate: Promise<void> },
  transformer: TRPCDataTransformer | undefined,
) {
  const t = initTRPC.create(transformer && ({ transformer } as never))
  const text = (value: unknown) => value as string
  return t.router({
    echo: t.procedure.input(text).query(({ input }) => {
      state.calls.push(`echo ${String(input).slice(0, 20)}`)
      return input
    }),
    save: t.procedure.input(text).mutation(({ input }) => {
      state.calls.push(`save ${input}`)
      return `saved ${input}`
    }),
    refuse: t.procedure.mutation(() => {
      throw new TRPCError({ code: 'CONFLICT', message: 'taken' })
    }),
    /** Fails with the code in its input. */
    failing: t.procedure.input(text).query(({ input }) => {
      throw new TRPCError({ code: input as TRPCError['code'], message: 'told' })
    }),
    failingSave: t.procedure.input(text).mutation(({ input }) => {
      throw new TRPCError({ code: input as TRPCError['code'], message: 'told' })
    }),
    /** Returns the names in a form, or the number of bytes. */
    upload: t.procedure
      .input((value: unknown) => value as FormData | ReadableStream<Uint8Array>)
      .mutation(async ({ input }) =>
        input instanceof FormData ? [...input.keys()] : (await new Response(input).arrayBuffer()).byteLength,
      ),
    hang: t.procedure.query(() => {
      state.calls.push('hang')
      return state.gate
    }),
    hangSaving: t.procedure.mutation(() => {
      state.calls.push('hangSaving')
      return state.gate
    }),
    /** Sends the items 1, 2, 3 …; a resumed subscription continues after the last item. */
    items: t.procedure
      .input((value: unknown) => value as { lastEventId?: string } | undefined)
      .subscription(async function* ({ input, signal }) {
        state.calls.push(`items after ${input?.lastEventId ?? 0}`)
        for (let item = Number(input?.lastEventId ?? 0) + 1; !signal?.aborted; item++) {
          while (item > state.items && !signal?.aborted) await new Promise(setImmediate)
          if (!signal?.aborted) yield tracked(String(item), item)
        }
      }),
  })
}

export type TestRouter = ReturnType<typeof createRouter>

/** Starts a real tRPC server: HTTP and WebSocket on one port. */
export async function startTrpcServer(
  options: { disablePong?: boolean; transformer?: TRPCDataTransformer | undefined } = {},
) {
  let open = () => {}
  const state = {
    calls: [] as string[],
    items: 0,
    gate: new Promise<void>((resolve) => {
      open = resolve
    }),
  }
  const router = createRouter(state, options.transformer)
  const requests: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = []
  const handler = createHTTPHandler({ router, basePath: '/trpc/' })
  const http = createServer((request, response) => {
    const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: '' }
    requests.push(seen)
    request.on('data', (chunk) => {
      seen.body += chunk
    })
    // Pages of any origin may ask.
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('access-control-allow-headers', 'content-type, trpc-accept')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    handler(request, response)
  })
  const wss = new WebSocketServer({ server: http, path: '/trpc' })
  applyWSSHandler({ wss, router, dangerouslyDisablePong: options.disablePong ?? false })
  const sockets = new Set<Socket>()
  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    state,
    requests,
    wss,
    open: () => open(),
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/trpc`,
    /** Cuts every connection. */
    drop() {
      for (const socket of sockets) socket.destroy()
    },
    async stop() {
      open()
      wss.close()
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => http.close(() => resolve()))
    },
  }
}
