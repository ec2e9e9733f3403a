// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { resolveConfig } from '../../../src/client/config.js'
import { MEMBERS } from '../../../src/element/attributes.js'
import type { WalletConnectButton } from '../../../src/element/button-api.js'
import { readConfig } from '../../../src/element/read-config.js'
import { WalletError } from '../../../src/errors/wallet-error.js'
import { anyText } from '../../counterparts/any-text.js'
import '../../../src/exports/index.js'

// The build sets it.
vi.hoisted(() => Object.assign(globalThis, { __WCB_VERSION__: '0.0.0' }))

beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterAll(() => {
  vi.restoreAllMocks()
})

const attributes = MEMBERS.filter(([, mark]) => '=?:'.includes(mark))
const word = fc.oneof(
  fc.string(),
  anyText(),
  fc.constantFrom('eip155:1', 'SN_MAIN', '0x1', 'wallet', 'dark', '[object Object]', '1e99', '__proto__', ''),
  fc
    .array(fc.constantFrom('eip155:1', '137', 'starknet:SN_SEPOLIA', 'eip155:', '-1', '0x'))
    .map((all) => all.join(' ')),
)

it('any text in any attribute is read as a known word, a text, or a refused configuration (P17)', () => {
  const check = fc.property(
    fc.dictionary(fc.constantFrom(...attributes.map(([name]) => name)), word, { maxKeys: 8 }),
    (given) => {
      const element = document.createElement('wallet-connect-button') as WalletConnectButton
      for (const [name, value] of Object.entries(given)) element.setAttribute(name, value)
      const wrong = attributes.filter(([, mark, rest, name]) => {
        const value = (element as unknown as Record<string, unknown>)[name]
        if (mark === '=') return !rest.split(' ').includes(value as string)
        return typeof value !== (mark === '?' ? 'boolean' : 'string')
      })
      expect(wrong).toEqual([])
      try {
        resolveConfig(readConfig(element))
      } catch (error) {
        expect(error).toBeInstanceOf(WalletError)
        expect((error as WalletError).code).toBe('config_invalid')
      }
    },
  )
  fc.assert(check, { numRuns: 1_000 })
})
