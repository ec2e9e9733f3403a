import { MINUTE } from '../constants.js'
import { WalletError } from '../errors/wallet-error.js'
import { createPart } from '../platform/chunks.js'
import { now } from '../platform/natives.js'
import type { SignInAdapter, SignInConfig } from './adapter.js'
import { createPageForm, type PageForm } from './form-adapter.js'
import { Ledger } from './ledger.js'
import { askServer } from './server-call.js'

const API_ADAPTER = createPart(() => import('./api-adapter.js'))

/**
 * How long we keep an unused nonce, in ms: servers keep it for ten minutes, and the visitor needs some of that time.
 */
const NONCE_FRESH = 4 * MINUTE

/** The ledger of each `api-url`, and of each adapter of a page. */
const byUrl = new Map<string, Ledger>()
const byAdapter = new WeakMap<SignInAdapter, Ledger>()

/** Returns what gets the adapter of an `api-url`. What could not be fetched is fetched again. */
function createReach(url: string): () => Promise<SignInAdapter> {
  let loading: Promise<SignInAdapter> | null = null
  return () => {
    if (loading) return loading
    const own = API_ADAPTER.load().then(({ createApiAdapter }) => createApiAdapter(url))
    loading = own
    // Everybody who waits for the adapter gets the failure. Here it only allows the next try.
    own.catch(() => {
      loading = null
    })
    return own
  }
}

function findByUrl(url: string): Ledger {
  const ledger = byUrl.get(url) ?? new Ledger(createReach(url), true)
  byUrl.set(url, ledger)
  return ledger
}

/** The server that a store's page names: a form, an adapter, or an address. */
export interface NamedServer extends Pick<PageForm, 'updateProof'> {
  /** The ledger of the server that the page names now; null without one. */
  find(): Ledger | null
  /** As `find`. @throws WalletError `config_invalid` without a server */
  get(): Ledger
  /** Returns a nonce that no proof was sent with, when calls that change the session are over. @throws WalletError */
  askNonce(ledger: Ledger, adapter: SignInAdapter): Promise<unknown>
  /** Makes the next sign-in ask the server for another nonce. */
  dropNonce(): void
}

/** Creates the {@link NamedServer} of a store. @param getConfig returns the page's current configuration */
export function createNamedServer(getConfig: () => SignInConfig): NamedServer {
  const form = createPageForm(() => getConfig().form)
  const formLedger = new Ledger(async () => {
    const { form: target } = getConfig()
    if (!target) throw new WalletError('api_failed')
    return form.getAdapter(target)
  }, false)
  /** The ledger of the adapter that the page has named last: it may be another object whenever the page renders. */
  let adapterLedger: Ledger | undefined
  /** The nonce that was fetched ahead. */
  let spare: { adapter: SignInAdapter; answer: Promise<unknown>; at: number } | null = null

  function findByAdapter(adapter: SignInAdapter): Ledger {
    const reach = async () => adapter
    adapterLedger = byAdapter.get(adapter) ?? adapterLedger ?? new Ledger(reach, false)
    byAdapter.set(adapter, adapterLedger)
    adapterLedger.reach = reach
    return adapterLedger
  }

  function find(): Ledger | null {
    const { signInAdapter, apiUrl, form: target } = getConfig()
    if (target) return formLedger
    if (signInAdapter) return findByAdapter(signInAdapter)
    return apiUrl ? findByUrl(apiUrl) : null
  }

  return {
    find,
    get() {
      const ledger = find()
      if (ledger) return ledger
      throw new WalletError('config_invalid', {
        message: 'To sign in, set the attribute api-url or the property signInAdapter',
      })
    },
    async askNonce(ledger, adapter) {
      await ledger.untilFree()
      if (spare?.adapter === adapter && Math.abs(now() - spare.at) < NONCE_FRESH) return spare.answer
      const own = { adapter, answer: askServer<unknown>(() => adapter.getNonce()), at: now() }
      // Everybody who waits for the answer gets the failure. Here it only allows the next try.
      own.answer.catch(() => {
        if (spare === own) spare = null
      })
      spare = own
      return own.answer
    },
    dropNonce() {
      spare = null
    },
    updateProof: form.updateProof,
  }
}
