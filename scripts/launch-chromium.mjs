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

/** A process for each profile's next page, which in tests never comes. */
const SPARE = 'SpareRendererForSitePerProcess'

/**
 * Starts a Chromium without a window.
 *
 * @param {{ args?: readonly string[], without?: readonly string[], isLight?: boolean }} [options] more arguments;
 *   arguments of playwright to leave out, so that the browser behaves as a visitor's; whether it may be
 *   the headless shell without spare processes, which takes a third less of the processor's time
 * @throws Error with what to do when there is no Chromium
 */
export const launchChromium = ({ args = [], without = [], isLight = false } = {}) =>
  chromium.launch({
    executablePath: findChromium({ prefersShell: isLight }),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...OFF, ...(isLight ? [SPARE] : [])].join(',')}`,
      ...args,
    ],
    ignoreDefaultArgs: [...without],
  })
