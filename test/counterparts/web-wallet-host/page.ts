import { createWindowHandler } from 'trpc-browser/adapter'
import { openVisits } from './account.js'
import { createRouter } from './router.js'
import { createScreens } from './screens.js'
import { type HostSettings, SETTINGS_META } from './settings.js'

/** The script of every page of the wallet's host: trpc-browser's own handler, as the provider runs it. */
const meta = document.querySelector<HTMLMetaElement>(`meta[name="${SETTINGS_META}"]`)
const settings: HostSettings = JSON.parse(meta?.content ?? '{}')
const visits = openVisits(settings)
const screens = createScreens(document.body, visits)
const isFramed = window.parent !== window

createWindowHandler({
  router: createRouter(settings, visits, screens),
  createContext: async ({ req }: { req: { origin: string } }) => ({ site: req.origin }),
  window: window as never,
  ...(isFramed && settings.signalsFrame && { postWindow: window.parent as never }),
  // As the provider does; the page that asks checks where answers come from.
  postOrigin: '*',
} as Parameters<typeof createWindowHandler>[0])
