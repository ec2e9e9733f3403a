import { chromium } from 'playwright-core'
import { findChromium } from './find-chromium.mjs'

/**
 * Features that are switched off. The first three load two pages of the browser's own with every window, which takes more
 * than half of what a test's window costs. The others are those that playwright switches off: only the last list of a
 * command line counts.
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
 * @param {{ args?: readonly string[], without?: readonly string[] }} [options] more arguments, and playwright's own to be
 *   left out, so that the browser does as a visitor's does
 * @throws Error with what to do, where there is no Chromium
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
