import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseAbis } from '../../../../../src/connectors/starknet/web-wallet/abis.js'
import { ANSWERS } from '../../../../../src/connectors/starknet/web-wallet/answers.js'
import { createWebWalletSource } from '../../../../../src/connectors/starknet/web-wallet/connector.js'
import * as routes from '../../../../../src/connectors/starknet/web-wallet/routes.js'
import { clampSize } from '../../../../../src/platform/frame.js'
import { openPopup, popupFeatures } from '../../../../../src/platform/popup.js'

afterEach(() => void vi.unstubAllGlobals())

it('answers of the e-mail wallet lose the fields that a procedure does not have', () => {
  expect(ANSWERS.getLoginStatus({ isLoggedIn: true, isPreauthorized: false, token: 'secret' })).toEqual({
    isLoggedIn: true,
    isPreauthorized: false,
  })
})

it('ABIs for the e-mail wallet are copied, or refused with the place of the fault', () => {
  expect(parseAbis(undefined)).toBe(undefined)
  expect(parseAbis([[{ type: 'function' }]])).toEqual([[{ type: 'function' }]])
  for (const [abis, text] of [
    ['abi', 'execute: abis is not a list'],
    [[{}], 'execute: abis[0] is not an ABI'],
    [[[], [null]], 'execute: abis[1] is not an ABI'],
    [[[{ big: 1n }]], 'execute: abis cannot be read'],
    [[[{ text: 'x'.repeat(600_000) }]], 'execute: abis are too large'],
  ] as const) {
    expect(() => parseAbis(abis)).toThrow(text)
  }
})

describe('windows of the e-mail wallet', () => {
  it('have the sizes of the specification (D20)', () => {
    const sizes = Object.fromEntries(
      [routes.LOGIN, routes.REVIEW, routes.SIGN, routes.SESSION, routes.DEFAULT].map((one) => [
        one.path,
        [one.width, one.height],
      ]),
    )
    expect(sizes).toEqual({
      '/interstitialLogin': [886, 562],
      '/review': [385, 775],
      '/signMessage': [385, 440],
      '/executeSessionTx': [1, 1],
      '/': [775, 385],
    })
  })

  it('open over the middle of their page’s window, on any screen', () => {
    vi.stubGlobal('outerWidth', 1_000)
    vi.stubGlobal('outerHeight', 800)
    vi.stubGlobal('screenX', -1_500)
    vi.stubGlobal('screenY', 40)
    vi.stubGlobal('screen', { availHeight: 900 })
    expect(popupFeatures(routes.LOGIN)).toContain('width=886,height=562,left=-1443,top=159,')
    expect(popupFeatures(routes.SESSION)).toContain('width=1,height=1,left=0,top=910,')
  })

  it.each([
    ['null', () => null],
    ['a window that is closed already', () => ({ closed: true })],
  ])('leave no listener when the browser blocks them by %s (D05)', (_, open) => {
    const addEventListener = vi.fn()
    vi.stubGlobal('window', { open })
    for (const name of ['screenX', 'screenY', 'outerWidth', 'outerHeight']) vi.stubGlobal(name, 0)
    vi.stubGlobal('addEventListener', addEventListener)
    expect(() => openPopup('https://web.ready.co/', routes.LOGIN)).toThrow('Could not open popup')
    expect(addEventListener).not.toHaveBeenCalled()
  })

  it('cannot be opened outside a browser', () => {
    expect(() => openPopup('https://web.ready.co/', routes.LOGIN)).toThrow('Window is not defined')
    const add = vi.fn()
    createWebWalletSource().start(add, () => {})
    expect(add).not.toHaveBeenCalled()
  })

  it('in frames are limited to the viewport (D18)', () => {
    expect(
      [1e9, 420, 0.2, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, '5', {}, null].map((one) =>
        clampSize(one, 800),
      ),
    ).toEqual([800, 420, 1, null, null, null, 800, null, null, null])
  })
})
