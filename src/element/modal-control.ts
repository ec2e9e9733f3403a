import { WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import type { Shared } from './app.js'
import type { Loaders } from './hub.js'
import { readProps } from './props.js'

/** Puts the modal on screen and takes it away as the client's state says. */
export interface ModalControl {
  /** The client's state has changed. */
  update(): void
  /** Resolves when the modal is on screen; rejects when it cannot be loaded. */
  untilShown(): Promise<void>
  untilHidden(): Promise<void>
}

/** Creates the {@link ModalControl} of a store. */
export function createModalControl(shared: Shared, loaders: Loaders): ModalControl {
  const { client } = shared
  let shown = false
  let opening = false
  let choice: string | null = null
  const waiters = new Set<() => void>()
  const tell = () => {
    for (const waiter of [...waiters]) waiter()
  }
  const until = (holds: () => boolean): Promise<void> =>
    new NativePromise((resolve, reject) => {
      const look = () => {
        if (failure) reject(failure)
        else if (holds()) resolve()
        else return
        waiters.delete(look)
      }
      waiters.add(look)
      look()
    })
  let failure: unknown = null

  client.on('connected', (detail) => {
    if (!detail.restored) choice = detail.walletId
  })

  async function show() {
    opening = true
    failure = null
    try {
      const { showModal } = await loaders.view()
      if (!client.getState().open) return
      const opener = shared.used ?? shared.elements.values().next().value ?? null
      const props = opener ? readProps(opener) : null
      choice = null
      showModal({
        client,
        theme: props?.theme ?? 'system',
        lang: props?.lang ?? 'en',
        dir: props?.dir ?? 'ltr',
        fontHref: opener?.fontHref ?? '',
        opener,
        onOpened() {
          shown = true
          tell()
          shared.dispatch('wallet_modal_opened', {})
        },
        onClosed() {
          shown = false
          tell()
          shared.dispatch('wallet_modal_closed', { choice })
        },
      })
    } catch (cause) {
      failure = new WalletError('asset_integrity', { cause })
      client.abort(failure as WalletError)
      client.dismiss()
      tell()
    } finally {
      opening = false
    }
  }

  return {
    update() {
      if (client.getState().open && !shown && !opening) void show()
      tell()
    },
    untilShown: () => until(() => shown || !client.getState().open),
    untilHidden: () => until(() => !shown),
  }
}
