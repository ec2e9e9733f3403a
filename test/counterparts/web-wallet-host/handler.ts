import { callProcedure, initTRPC, TRPCError } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import { createWindowHandler } from 'trpc-browser/adapter'

/** An error with the wallet's own message. */
class Refusal extends Error {}

const t = initTRPC.create({
  allowOutsideOfServer: true,
  isDev: true,
  errorFormatter: ({ shape, error: { cause } }) =>
    cause instanceof Refusal
      ? {
          ...shape,
          data: { ...shape.data, webwalletErrorCode: 'USER_REJECTED', webwalletErrorMessage: cause.message },
        }
      : shape,
})

const router = t.router({
  echo: t.procedure.input((input) => input).mutation(({ input }) => input),
  refuse: t.procedure.mutation(() => {
    const cause = new Refusal('User rejected request')
    throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: cause.message, cause })
  }),
  count: t.procedure.subscription(() =>
    observable<number>((emit) => {
      emit.next(0)
      queueMicrotask(() => emit.next(1))
    }),
  ),
})

/** The error that tRPC itself makes of a procedure that the router does not have. */
export async function missProcedure(path: string): Promise<object> {
  const call = { path, type: 'mutation' as const, ctx: {}, rawInput: undefined }
  try {
    await callProcedure({
      ...call,
      procedures: router._def.procedures,
      getRawInput: async () => undefined,
    } as never)
  } catch (error) {
    return router.getErrorShape({ ...call, error: error as TRPCError, input: undefined })
  }
  throw new Error(`${path} exists`)
}

/**
 * Starts the wallet's end of the wire, trpc-browser's own handler, outside a browser.
 *
 * @param send gets the messages that it posts
 * @returns a function that receives messages
 */
export function startRealHandler(send: (message: unknown) => void): { receive(data: unknown): void } {
  let receive = (_: unknown) => {}
  const postWindow = { postMessage: (message: unknown) => send(structuredClone(message)) }
  createWindowHandler({
    router,
    postWindow,
    postOrigin: '*',
    window: {
      addEventListener(type: string, listener: (event: unknown) => void) {
        if (type === 'message') receive = listener
      },
      removeEventListener() {},
    },
  } as unknown as Parameters<typeof createWindowHandler>[0])
  return { receive: (data) => receive({ data, source: postWindow, origin: 'https://dapp.example' }) }
}
