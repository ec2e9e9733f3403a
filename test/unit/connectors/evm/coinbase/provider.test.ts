import { describe, expect, it, vi } from 'vitest'
import { createCoinbaseProvider } from '../../../../../src/connectors/evm/coinbase/provider.js'

describe('the provider of a Coinbase session', () => {
  it.each(['eth_sign', 'eth_subscribe', 'wallet_getPermissions', 'wallet_requestSnaps', 'wallet_'])(
    'refuses %s by the number of an unsupported method, and asks nobody',
    async (method) => {
      const answer = vi.fn()
      const { inner, outer } = createCoinbaseProvider(answer)
      await expect(inner.request({ method })).rejects.toMatchObject({ code: 'not_implemented' })
      await expect(outer.request({ method })).rejects.toMatchObject({ code: 4200 })
      expect(answer).not.toHaveBeenCalled()
    },
  )

  it.each(['wallet_switchEthereumChain', 'wallet_getCallsStatus', 'eth_chainId', 'personal_sign'])(
    'passes %s on',
    async (method) => {
      const { outer } = createCoinbaseProvider(async () => 'answer')
      expect(await outer.request({ method })).toBe('answer')
    },
  )
})
