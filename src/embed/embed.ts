import { defineButton } from '../element/define.js'
import { findBase } from './base-url.js'

/** The files of each part, the entry first, with their hashes: written by the build. */
declare const __WCB_PARTS__: Record<'app' | 'view', readonly (readonly [file: string, integrity: string])[]>

const base = findBase()
const nonce = (document.currentScript as HTMLScriptElement | null)?.nonce

/** Fetches a part once; a failure is forgotten, so that the next use tries again. */
function createLoader<T>(part: 'app' | 'view'): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    if (loading) return loading
    const links = __WCB_PARTS__[part].map(([file, integrity]) => {
      // A module that was fetched ahead under a hash is refused by the import when it differs.
      const link = document.createElement('link')
      Object.assign(link, { rel: 'modulepreload', crossOrigin: '', integrity, nonce: nonce ?? '', href: base + file })
      document.head.append(link)
      return link
    })
    loading = import(links[0]?.href as string)
    loading.catch(() => {
      loading = undefined
      for (const link of links) link.remove()
    })
    return loading
  }
}

defineButton({ app: createLoader('app'), view: createLoader('view') })
