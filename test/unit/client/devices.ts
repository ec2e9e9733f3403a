import { afterEach, beforeEach, vi } from 'vitest'

const DEVICES = {
  'Chrome on a desktop': ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', 0],
  'Firefox on a desktop': ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0],
  'Safari on a desktop': ['Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1.15', 0],
  'Safari on a phone': ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1', 5],
  'Chrome on a phone': ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 5],
} as const
export type VisitorDevice = keyof typeof DEVICES
export const PHONES = ['Safari on a phone', 'Chrome on a phone'] as const
export const DESKTOPS = ['Chrome on a desktop', 'Firefox on a desktop', 'Safari on a desktop'] as const

/** Opens a window of the shop's page. */
export const open = vi.fn()

/** Each test of a file is a visit of a shop's page. */
export function useShop(): void {
  beforeEach(() => {
    open.mockClear()
    for (const name of ['window', 'self', 'top']) vi.stubGlobal(name, globalThis)
    vi.stubGlobal('open', open)
    vi.stubGlobal('location', { href: 'https://shop.example/buy?id=1', origin: 'https://shop.example' })
  })
  afterEach(() => void vi.unstubAllGlobals())
}

/** The shop is visited with this device. @param isActive whether the visitor has just clicked */
export function visitWith(device: VisitorDevice, isActive = true): void {
  const [userAgent, maxTouchPoints] = DEVICES[device]
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints, userActivation: { isActive } })
}
