import { WalletError } from '../errors/wallet-error.js'
import { createPart } from '../platform/chunks.js'
import type { SignInAdapter, SignInConfig } from './adapter.js'
import type { PageForm } from './form-adapter.js'
import { findLine, type ServerLine } from './server-line.js'

const API_ADAPTER = createPart(() => import('./api-adapter.js'))

/** The server that the page names now: a form, an adapter, or an address. */
export interface NamedServer {
  /**
   * What the stores that share the server's session have in common: the page's own adapter, else `api-url`. Undefined
   * without a server: a form has no session.
   */
  getKey(): object | string | undefined
  /**
   * Returns the page's own adapter, else the adapter of `api-url`. @throws WalletError `config_invalid`,
   * `asset_integrity`
   */
  getAdapter(): Promise<SignInAdapter>
  /** Returns what all stores of the page know of the server. */
  getLine(): ServerLine
}

/** Keeps the adapter of the last `api-url`. @returns a function that loads it */
function createApis(): (url: string) => Promise<SignInAdapter> {
  let api: { url: string; adapter: Promise<SignInAdapter> } | null = null
  return (url) => {
    if (api?.url === url) return api.adapter
    const adapter = API_ADAPTER.load().then(({ createApiAdapter }) => createApiAdapter(url))
    api = { url, adapter }
    // Everybody who waits for the adapter gets the failure. Here it only allows the next try.
    adapter.catch(() => {
      api = null
    })
    return adapter
  }
}

/** Creates the {@link NamedServer} of a store. @param getConfig returns the page's current configuration */
export function createNamedServer(getConfig: () => SignInConfig, form: PageForm): NamedServer {
  let adapterLine: ServerLine | undefined
  const findApi = createApis()

  function getKey(): object | string | undefined {
    const { signInAdapter, apiUrl, form: target } = getConfig()
    return target ? undefined : (signInAdapter ?? apiUrl)
  }

  return {
    getKey,
    async getAdapter() {
      const { signInAdapter, apiUrl, form: target } = getConfig()
      if (target) return form.getAdapter(target)
      if (signInAdapter) return signInAdapter
      if (!apiUrl) {
        throw new WalletError('config_invalid', {
          message: 'To sign in, set the attribute api-url or the property signInAdapter',
        })
      }
      return findApi(apiUrl)
    },
    getLine() {
      const key = getKey() || form
      if (typeof key === 'string') return findLine(key)
      adapterLine = findLine(key, adapterLine)
      return adapterLine
    },
  }
}
