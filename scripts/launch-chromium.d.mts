import type { Browser } from 'playwright-core'

export function launchChromium(options?: {
  args?: readonly string[]
  without?: readonly string[]
  isLight?: boolean
}): Promise<Browser>
