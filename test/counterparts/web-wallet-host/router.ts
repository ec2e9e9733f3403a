import { initTRPC, TRPCError } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import type { FeltCall } from '../../../src/protocol/starknet-transaction.js'
import type { StarknetTypedData } from '../../../src/protocol/starknet-typed-data.js'
import { toChainHex, type Visitor, type Visits } from './account.js'
import type { Screens } from './screens.js'
import type { HostSettings } from './settings.js'

/** An error with the wallet's own message. */
class WalletFault extends Error {
  constructor(
    readonly webwalletErrorCode: string,
    message: string,
  ) {
    super(message)
  }
}

const fault = (code: string, message: string) =>
  new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message, cause: new WalletFault(code, message) })

interface Context {
  /** The page that asks. */
  site: string
}

const t = initTRPC.context<Context>().create({
  allowOutsideOfServer: true,
  isServer: true,
  // So that errors include their stacks, as the provider's do.
  isDev: true,
  errorFormatter({ shape, error: { cause } }) {
    if (!(cause instanceof WalletFault)) return shape
    const { message, webwalletErrorCode } = cause
    return { ...shape, data: { ...shape.data, webwalletErrorCode, webwalletErrorMessage: message } }
  },
})

const isFelt = (value: unknown) => typeof value === 'string' && /^0x(?:0|[1-9a-f][0-9a-f]{0,62})$/.test(value)

function needTuple(input: unknown, length: number): unknown[] {
  if (!Array.isArray(input) || input.length !== length) throw new Error(`expected ${length} elements`)
  return input
}

function needCalls(calls: unknown, address: string, entrypoint: string): FeltCall[] {
  const list = Array.isArray(calls) ? calls : [calls]
  if (list.length === 0) throw new Error('no calls')
  return list.map((call) => {
    const { calldata = [] } = call
    if (!isFelt(call[address]) || typeof call[entrypoint] !== 'string' || !calldata.every(isFelt))
      throw new Error('not a call')
    return { contractAddress: call[address], entrypoint: call[entrypoint], calldata }
  })
}

function needTypedData(input: unknown): StarknetTypedData {
  const [typedData] = needTuple(input, 1)
  const { types, primaryType, domain, message } = typedData as StarknetTypedData
  if (!types || !primaryType || !domain || !message) throw new Error('not typed data')
  return { types, primaryType, domain, message }
}

/** The procedures of a host, in the dialect of its settings. */
export function createRouter(settings: HostSettings, visits: Visits, screens: Screens) {
  const procedure = t.procedure.use(async ({ path, next }) => {
    if (settings.silent.includes(path)) await new Promise(() => {})
    const result = await next()
    if (result.ok && Object.hasOwn(settings.answers, path)) return { ...result, data: settings.answers[path] }
    return result
  })

  const needVisitor = async (): Promise<Visitor> => {
    const visitor = await visits.current()
    if (!visitor) throw fault('USER_LOGGED_OUT', 'User logged out')
    return visitor
  }
  const logIn = async (site: string): Promise<Visitor> => {
    const visitor = await screens.logIn(site)
    if (!visitor) throw fault('USER_REJECTED', 'User rejected request')
    visits.allow(site)
    return visitor
  }
  const sign = async (site: string, typedData: StarknetTypedData): Promise<string[]> => {
    const visitor = await needVisitor()
    if (!(await screens.sign(site, visitor, typedData))) throw fault('USER_REJECTED', 'User rejected request')
    return visitor.sign(typedData)
  }
  const execute = async (site: string, calls: readonly FeltCall[], isSession: boolean): Promise<string> => {
    const visitor = await needVisitor()
    // The visitor approved the session key when it was created.
    const isApproved = isSession || (await screens.review(site, visitor, calls))
    if (!isApproved) throw fault('USER_REJECTED', 'User rejected request')
    return visitor.execute(isSession ? calls.slice(1) : calls)
  }

  const common = {
    getLoginStatus: procedure.mutation(async ({ ctx }) => {
      const visitor = await visits.current()
      return {
        isLoggedIn: visitor !== null,
        hasSession: visitor !== null,
        isPreauthorized: visits.isAllowed(ctx.site),
      }
    }),
    updateModal: t.procedure.subscription(() =>
      observable<unknown>((emit) => {
        for (const update of settings.updates) emit.next(update)
        return screens.watch(emit.next)
      }),
    ),
  }
  const older = {
    authorize: procedure.mutation(async ({ ctx }) => (await logIn(ctx.site)) !== null),
    connect: procedure.mutation(() => ''),
    enable: procedure.mutation(async ({ ctx }) => {
      const visitor = visits.isAllowed(ctx.site) ? await visits.current() : null
      return (visitor ?? (await logIn(ctx.site))).address
    }),
    execute: procedure
      .input((input) => {
        const [calls, , details] = needTuple(input, 3)
        return { calls: needCalls(calls, 'contractAddress', 'entrypoint'), details }
      })
      .mutation(({ ctx, input: { calls } }) =>
        execute(ctx.site, calls, screens.path === '/executeSessionTx' && calls.length > 1),
      ),
    signMessage: procedure.input(needTypedData).mutation(({ ctx, input }) => sign(ctx.site, input)),
  }
  const newer = {
    connectWebwallet: procedure.mutation(async ({ ctx }) => ({
      account: [(await logIn(ctx.site)).address],
      chainId: toChainHex(settings.chain),
    })),
    requestAccounts: procedure
      .input((input) => input as { silent_mode?: boolean })
      .mutation(async ({ ctx, input }) => {
        const visitor = visits.isAllowed(ctx.site) ? await visits.current() : null
        if (visitor) return [visitor.address]
        return input?.silent_mode ? [] : [(await logIn(ctx.site)).address]
      }),
    requestChainId: procedure.mutation(() => settings.chain),
    getPermissions: procedure.mutation(({ ctx }) => (visits.isAllowed(ctx.site) ? ['accounts'] : [])),
    addInvokeTransaction: procedure
      .input((input) => needCalls(input, 'contract_address', 'entry_point'))
      .mutation(({ ctx, input }) => execute(ctx.site, input, false)),
    signTypedData: procedure.input(needTypedData).mutation(({ ctx, input }) => sign(ctx.site, input)),
    deploymentData: procedure.mutation(async () => (await needVisitor()).deployment),
  }
  if (settings.dialect === 'v1') return t.router({ ...common, ...older })
  if (settings.dialect === 'v3') return t.router({ ...common, ...newer })
  return t.router({ ...common, ...older, ...newer })
}
