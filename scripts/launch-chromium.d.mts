import type { Browser } from 'playwright-core'

export function launchChromium(options?: {
  args?: readonly string[]
  without?: readonly string[]
}): Promise<Browser>
