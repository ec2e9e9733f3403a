import { defineButton } from '../element/define.js'
import type { App, Hub } from '../element/hub.js'
import { readPlaces, SCRIPT } from './base-url.js'

/** The file of the app and its hash; the build writes both. */
declare const __WCB_FILE__: string
declare const __WCB_SHA256__: string

let loading: Promise<(hub: Hub) => App> | undefined

defineButton((element) => {
  loading ??= (async () => {
    const tried: unknown[] = []
    for (const place of readPlaces(element)) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      if (element.preload === 'visible') link.fetchPriority = 'low'
      if (SCRIPT) link.nonce = SCRIPT.nonce
      // The import refuses a module that was fetched ahead with a hash and differs from it.
      link.integrity = `sha256-${__WCB_SHA256__}`
      // A place is the address of a folder or of a file in it, with or without a query.
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
