import { TRPCClientError } from '@trpc/client'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ApiError, toApiError } from '../../../src/api/api-error.js'
import { API_TEXTS } from '../../../src/errors/api-catalogue.js'
import { SIGN_IN_CATALOGUE } from '../../../src/errors/sign-in-catalogue.js'
import { WalletError } from '../../../src/errors/wallet-error.js'

const TEXTS: string[] = [...Object.values(API_TEXTS), ...Object.values(SIGN_IN_CATALOGUE)]

it('P16: anything that was thrown becomes one error with a known text, and converting it again changes nothing', () => {
  const thrown = fc.oneof(
    fc.anything(),
    fc.string().map((message) => new Error(message)),
    fc.record({ message: fc.string(), shape: fc.anything(), data: fc.anything() }),
    fc
      .record({ code: fc.anything(), message: fc.string(), data: fc.anything() })
      .map((error) => TRPCClientError.from({ error })),
  )
  fc.assert(
    fc.property(thrown, (value) => {
      const error = toApiError(value)
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toBeInstanceOf(WalletError)
      expect(TEXTS).toContain(error.message)
      expect(error.detail.length).toBeLessThanOrEqual(300)
      expect(toApiError(error)).toBe(error)
    }),
    { numRuns: 1_000 },
  )
})

it('P16: a revoked Proxy becomes an error like any other', () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  expect(toApiError(proxy).apiCode).toBe('NETWORK')
})

it('every text consists of one or two whole sentences', () => {
  for (const text of TEXTS) expect(text).toMatch(/^[A-Z][^<>{}]+\.?$/)
})

it('SO9: the error does not show what was sent', () => {
  const error = toApiError(new TRPCClientError('failed', { cause: new Error('0xsecret') }))
  expect(JSON.stringify({ ...error, message: error.message })).not.toContain('secret')
})
