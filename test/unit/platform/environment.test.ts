import { afterEach, describe, expect, test, vi } from 'vitest'
import { isMobile, isSafari, readBrowser } from '../../../src/platform/environment.js'

const AGENTS = {
  chrome:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  safari: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
}

const be = (userAgent: string, maxTouchPoints = 0) =>
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
afterEach(() => vi.unstubAllGlobals())

describe('the detected browser', () => {
  test.each([
    ['chrome', 'chrome', false, false],
    ['edge', 'edge', false, false],
    ['firefox', 'firefox', false, false],
    ['safari', null, true, false],
    ['android', 'chrome', false, true],
    ['iphone', null, true, true],
  ] as const)('is right for %s', (name, browser, safari, mobile) => {
    be(AGENTS[name])
    expect([readBrowser(), isSafari(), isMobile()]).toEqual([browser, safari, mobile])
  })

  test('is an iPad when a Macintosh has touch points', () => {
    be(AGENTS.safari, 5)
    expect(isMobile()).toBe(true)
  })

  test('is none on a server', () => {
    vi.stubGlobal('navigator', undefined)
    expect([readBrowser(), isSafari(), isMobile()]).toEqual([null, false, false])
  })
})
