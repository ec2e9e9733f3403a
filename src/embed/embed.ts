import { defineButton } from '../element/define.js'
import type { App, Hub } from '../element/hub.js'
import { readOwn, SCRIPT } from './base-url.js'

/** The file of the app and its hash; the build writes both. */
declare const __WCB_FILE__: string
declare const __WCB_SHA256__: string
/** Where the build has its home. */
declare const __WCB_BAKED_BASE__: string

let loading: Promise<(hub: Hub) => App> | null

defineButton((element) => {
  loading ??= (async () => {
    const tried: unknown[] = []
    const named = [
      element.dataset.base,
      SCRIPT?.dataset.base,
      document.querySelector<HTMLMetaElement>('[name=wallet-connect-button-base]')?.content,
    ]
    // Where the parts may be, in the order to try: where the page says, beside this file, beside a script tag with our path
    // in the package (many scripts are called `embed.js`), and last, if the page says nothing, the address that the build
    // names. A file is checked against its hash, wherever it comes from.
    for (const place of [
      ...named,
      readOwn(),
      document.querySelector<HTMLScriptElement>('[src*="dist/embed.js"]')?.src,
      named.every((one) => one === undefined) && __WCB_BAKED_BASE__,
    ]) {
      // The parts lie in the folder `embed` beside the script, or in the place itself.
      for (const folder of ['/embed/', '/']) {
        const link = document.createElement('link')
        if (element.preload === 'visible') link.fetchPriority = 'low'
        link.rel = 'modulepreload'
        if (SCRIPT) link.nonce = SCRIPT.nonce
        // The import refuses a module that was fetched ahead with a hash and differs from it.
        link.integrity = `sha256-${__WCB_SHA256__}`
        // A place is the address of a folder or of a file in it, with or without a query.
        link.href = `${place}`.replace(/(\/[^/?#]*\.js|\/)?([?#].*)?$/, folder + __WCB_FILE__)
        if (place && !tried.includes(link.href))
          try {
            document.head.append(link)
            return (await import(link.href)).createApp
          } catch (error) {
            link.remove()
            tried.push(link.href, error)
          }
      }
    }
    loading = null
    throw Error(tried as never)
  })()
  return loading
})
