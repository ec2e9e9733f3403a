import { defineButton } from '../element/define.js'
import type { App, Hub } from '../element/hub.js'
import { BASE, SCRIPT } from './base-url.js'

/** The file of the app and its hash: written by the build. */
declare const __WCB_FILE__: string
declare const __WCB_SHA256__: string

let loading: Promise<{ createApp: (hub: Hub) => App }> | undefined

defineButton(async () => {
  if (!loading) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    if (SCRIPT) link.nonce = SCRIPT.nonce
    // A module that was fetched ahead under a hash is refused by the import when it differs.
    link.integrity = `sha256-${__WCB_SHA256__}`
    link.href = BASE + __WCB_FILE__
    document.head.append(link)
    loading = import(link.href)
    loading.catch(() => {
      loading = undefined
      link.remove()
    })
  }
  return (await loading).createApp
})
