import { describe, expect, it } from 'vitest'
import {
  isUnknownProcedure,
  toWebWalletError,
} from '../../../../../src/connectors/starknet/web-wallet/errors.js'
import { logIn } from '../../../../../src/connectors/starknet/web-wallet/login.js'
import { createWire, type WireError } from '../../../../../src/connectors/starknet/web-wallet/wire.js'
import { WalletError } from '../../../../../src/errors/wallet-error.js'
import { missProcedure, startRealHandler } from '../../../../counterparts/web-wallet-host/handler.js'

/** Opens a wire to trpc-browser's own handler over tRPC 10, without a browser between them. */
function openWire() {
  const sent: { trpc: { id: number } }[] = []
  const wire = createWire(
    (message) => {
      sent.push(message as { trpc: { id: number } })
      handler.receive(structuredClone(message))
    },
    async () => {},
  )
  const handler = startRealHandler((message) => wire.hear(message))
  return { wire, sent }
}

/** Opens a wire with the test at its other end. */
function openBare() {
  const sent: { trpc: { id: number; method: string } }[] = []
  let loaded = Promise.resolve()
  const wire = createWire(
    (message) => sent.push(message as never),
    () => loaded,
  )
  const reply = (rest: object, id = sent.at(-1)?.trpc.id) => wire.hear({ trpc: { id, ...rest } })
  /** The window has gone. */
  const end = (error: WalletError) => {
    loaded = Promise.reject(error)
    wire.end(error)
  }
  return { wire, sent, reply, end }
}

describe('the wire to trpc-browser’s own handler', () => {
  it('carries values as structured clone does: bigint, undefined and lists', async () => {
    const { wire, sent } = openWire()
    expect(await wire.mutate('echo', [1n, undefined, { a: 'b' }])).toEqual([1n, undefined, { a: 'b' }])
    expect(sent[0]).toEqual({
      trpc: {
        id: expect.any(Number),
        jsonrpc: undefined,
        method: 'mutation',
        params: { path: 'echo', input: [1n, undefined, { a: 'b' }] },
      },
    })
    expect(Object.keys(sent[0]?.trpc ?? {})).toContain('jsonrpc')
  })

  it('numbers requests with integers that nobody can guess (D12)', async () => {
    const { wire, sent } = openWire()
    await Promise.all(Array.from({ length: 50 }, () => wire.mutate('echo')))
    const ids = sent.map(({ trpc }) => trpc.id)
    expect(new Set(ids).size).toBe(50)
    expect(ids.every(Number.isSafeInteger)).toBe(true)
    expect(ids.filter((id) => id > 2 ** 40).length).toBeGreaterThan(45)
  })

  it('carries the wallet’s error without its stack (D10)', async () => {
    const { wire } = openWire()
    const error = await wire.mutate('refuse').catch((caught) => caught)
    expect(error).toEqual({
      message: 'User rejected request',
      code: -32603,
      data: {
        code: 'INTERNAL_SERVER_ERROR',
        httpStatus: 500,
        path: 'refuse',
        webwalletErrorCode: 'USER_REJECTED',
        webwalletErrorMessage: 'User rejected request',
      },
    })
    expect(toWebWalletError(error, 'connect_failed').code).toBe('user_rejected')
  })

  it('recognises the exact answer to a procedure that does not exist, and no other', async () => {
    const { wire } = openWire()
    const unknown = (await wire.mutate('nothingLikeIt').catch((caught) => caught)) as object
    expect(isUnknownProcedure(unknown)).toBe(true)
    const refused = await wire.mutate('refuse').catch((caught) => caught)
    expect(isUnknownProcedure(refused)).toBe(false)
    expect(isUnknownProcedure(new WalletError('popup_closed'))).toBe(false)
    expect(isUnknownProcedure({ ...unknown, code: -32004 })).toBe(false)
    expect(isUnknownProcedure({ ...unknown, message: 'Internal Server Error' })).toBe(false)
  })

  it('subscribes and unsubscribes', async () => {
    const { wire, sent } = openWire()
    const heard: unknown[] = []
    const stop = wire.subscribe('count', (data) => heard.push(data))
    await expect.poll(() => heard).toEqual([0, 1])
    stop()
    expect(sent.at(-1)).toMatchObject({ trpc: { id: sent[0]?.trpc.id, method: 'subscription.stop' } })
  })
})

describe('an answer on the wire', () => {
  it.each([
    ['without result or error', {}],
    ['with a result that is null', { result: null }],
    ['with a result of another type', { result: { type: 'started' } }],
    ['with a bare value', { result: 'data' }],
    ['with an error that is a text', { error: 'no' }],
    ['with an error without a code', { error: { message: 'no' } }],
    ['with an error without a message', { error: { code: -32603 } }],
    ['with a null error', { error: null }],
  ])('that %s is refused (D10)', async (_, rest) => {
    const { wire, reply } = openBare()
    const asked = wire.mutate('enable')
    await Promise.resolve()
    reply(rest)
    await expect(asked).rejects.toMatchObject({ code: 'wallet_malformed' })
  })

  it('counts once, and only for an open request (D11)', async () => {
    const { wire, reply, sent } = openBare()
    expect(reply({ result: { type: 'data', data: 'early' } }, 1)).toBe(false)
    const asked = wire.mutate('enable')
    await Promise.resolve()
    const id = sent[0]?.trpc.id as number
    expect(reply({ result: { type: 'data', data: 'other' } }, id + 1)).toBe(false)
    expect(reply({ result: { type: 'data', data: 'first' } }, id)).toBe(true)
    expect(reply({ result: { type: 'data', data: 'second' } }, id)).toBe(false)
    expect(await asked).toBe('first')
  })

  it.each([null, undefined, 'text', 7, [], { trpc: null }, { trpc: 'x' }, { trpc: { id: {} } }])(
    'that is %j is ignored (D10)',
    (message) => {
      const { wire } = openBare()
      expect(wire.hear(message)).toBe(false)
    },
  )

  it('never comes after the window has gone: open requests are refused, and nothing more is sent', async () => {
    const { wire, sent, end } = openBare()
    const open = wire.mutate('enable')
    await Promise.resolve()
    end(new WalletError('popup_closed'))
    await expect(open).rejects.toMatchObject({ code: 'popup_closed' })
    await expect(wire.mutate('execute')).rejects.toMatchObject({ code: 'popup_closed' })
    expect(sent).toHaveLength(1)
  })
})

describe('an error on the wire', () => {
  const wireError = (data: object, message = 'Internal server error', code = -32603) => ({
    message,
    code,
    data,
  })

  it.each([
    [wireError({ webwalletErrorCode: 'USER_LOGGED_OUT' }), 'session_ended'],
    [wireError({ webwalletErrorCode: 'USER_REJECTED' }), 'user_rejected'],
    [wireError({}, 'User abort'), 'user_rejected'],
    [wireError({ code: 'UNAUTHORIZED' }, 'UNAUTHORIZED', -32001), 'wallet_unauthorized'],
    [wireError({ code: 'TIMEOUT' }, 'TIMEOUT', -32008), 'wallet_timeout'],
    [wireError({ code: 'BAD_REQUEST' }, '[]', -32600), 'request_invalid'],
    [wireError({}), 'execute_failed'],
  ])('like %j becomes %s', (error, code) => {
    expect(toWebWalletError(error, 'execute_failed').code).toBe(code)
  })

  it('that is tRPC’s own NOT_FOUND means the older dialect, and the wallet’s own does not', async () => {
    const missing = (await missProcedure('connectWebwallet')) as WireError
    expect(missing.data.code).toBe('NOT_FOUND')
    const asked: string[] = []
    const answers: Record<string, unknown> = { enable: '0x5' }
    const ask = async (path: string) => {
      asked.push(path)
      if (path in answers) return answers[path]
      throw missing
    }
    expect(await logIn(ask, false)).toMatchObject({ dialect: 'v1' })
    expect(asked).toEqual(['connectWebwallet', 'enable'])
    const own = wireError({ code: 'NOT_FOUND' }, 'No account', -32004)
    const refuse = () => Promise.reject(own)
    await expect(logIn(refuse, false)).rejects.toBe(own)
  })

  it('has the wallet’s own message, else the catalogue’s', () => {
    const worded = toWebWalletError(
      wireError({ webwalletErrorMessage: 'Not enough funds' }),
      'execute_failed',
    )
    expect(worded).toMatchObject({ code: 'execute_failed', message: 'Not enough funds' })
    expect(toWebWalletError(wireError({}), 'sign_failed').message).toBe('Error while sign a message')
    expect(toWebWalletError(wireError({}), 'enable_failed').message).toBe('Unknow error on enable wallet')
  })
})
