import { defineButton } from '../element/define.js'
import type { App, Hub } from '../element/hub.js'
import { OWN, SCRIPT } from './base-url.js'

/** The file of the app and its hash: written by the build. */
declare const __WCB_FILE__: string
declare const __WCB_SHA256__: string
/** Where the build has its home. */
declare const __WCB_BAKED_BASE__: string

let loading: Promise<(hub: Hub) => App> | undefined

defineButton((element) => {
  loading ??= (async () => {
    const tried: unknown[] = []
    // Where the parts may lie, the best first: where the page says, beside this file, beside a script tag that has our path in the
    // package (`embed.js` alone is what many call their file), and last where the build has its home. What is fetched is held to
    // its hash, wherever it comes from.
    for (const place of [
      element.dataset.base,
      SCRIPT?.dataset.base,
      document.querySelector<HTMLMetaElement>('[name=wallet-connect-button-base]')?.content,
      OWN,
      document.querySelector<HTMLScriptElement>('[src*="dist/embed.js"]')?.src,
      __WCB_BAKED_BASE__,
    ]) {
      const link = document.createElement('link')
      if (element.preload === 'visible') link.fetchPriority = 'low'
      link.rel = 'modulepreload'
      if (SCRIPT) link.nonce = SCRIPT.nonce
      // A module that was fetched ahead under a hash is refused by the import when it differs.
      link.integrity = `sha256-${__WCB_SHA256__}`
      // A place is an address of a folder, or of a file in it, with or without a query.
      link.href = `${place}`.replace(/(\/[^/?#]*\.js|\/)?([?#].*)?$/, `/${__WCB_FILE__}`)
      if (place && !tried.includes(link.href))
        try {
          document.head.append(link)
          return (await import(link.href)).createApp
        } catch (error) {
          link.remove()
          tried.push(link.href, error)
        }
    }
    loading = undefined
    throw Error(tried.join(' '))
  })()
  return loading
})
