import { chromium } from 'playwright-core'
import { findChromium } from './find-chromium.mjs'

/**
 * Features that are switched off. The first three load two pages of the browser's own with every window, which takes
 * more than half of the time of a test's window. Playwright switches off the others; only the last list of a command
 * line counts.
 */
const OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/**
 * Starts a Chromium without a window.
 *
 * @param {{ args?: readonly string[], without?: readonly string[] }} [options] more arguments, and arguments of
 * playwright
 *   to leave out, so that the browser behaves as a visitor's
 * @throws Error with what to do when there is no Chromium
 */
export const launchChromium = ({ args = [], without = [] } = {}) =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${OFF.join(',')}`,
      ...args,
    ],
    ignoreDefaultArgs: [...without],
  })
