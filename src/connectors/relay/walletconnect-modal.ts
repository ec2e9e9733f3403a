import { UserRejectedRequestError, WalletError } from '../../errors/wallet-error.js'
import { NativePromise } from '../../platform/natives.js'
import { within } from '../../platform/time.js'
import type { ConnectorConfig } from '../config.js'
import { requireProjectId } from './project-id.js'

/** The part of the package's modal that we use. */
export interface ForeignModal {
  show(uri: string): void
  close(): void
}

/** Longest wait for the package to open its modal, in ms; its own code waits for its explorer for ever. */
const MODAL_OPEN_TIMEOUT = 5_000

const ELEMENT = 'wcm-modal'

/** @throws WalletError `qr_modal_missing` */
async function loadModal() {
  // A bundler treats an import inside `try` as optional, and builds without the package.
  let cause: unknown
  try {
    const modal = await import('@walletconnect/modal')
    if (modal.WalletConnectModal) return modal
  } catch (error) {
    cause = error
  }
  throw new WalletError('qr_modal_missing', { cause })
}

/**
 * Creates the modal of the package @walletconnect/modal. Its explorer, which asks a third party for lists of wallets,
 * stays off.
 *
 * @param onEnd called when the visitor closes it, or it cannot be opened
 * @throws WalletError `qr_modal_missing` when the package is not installed, `qr_modal_failed` when it cannot be created
 */
export async function createModal(
  config: ConnectorConfig,
  onEnd: (error: WalletError) => void,
): Promise<ForeignModal> {
  const { WalletConnectModal } = await loadModal()
  const make = () => {
    try {
      return new WalletConnectModal({
        projectId: requireProjectId(config),
        chains: config.chains.filter((chainId) => chainId.startsWith('eip155:')),
        enableExplorer: false,
      })
    } catch (cause) {
      throw new WalletError('qr_modal_failed', { cause })
    }
  }
  const modal = make()
  let shown = false
  const unsubscribe = modal.subscribeModal(({ open }) => {
    if (!open && shown) onEnd(new UserRejectedRequestError())
  })
  return {
    show(uri) {
      // A new code replaces the old code.
      const wasShown = shown
      shown = false
      if (wasShown) modal.closeModal()
      const late = () => NativePromise.reject(new Error('The modal did not open'))
      within(modal.openModal({ uri }), MODAL_OPEN_TIMEOUT, late).then(
        () => {
          shown = true
        },
        (cause) => onEnd(new WalletError('qr_modal_failed', { cause })),
      )
    },
    close() {
      shown = false
      unsubscribe()
      modal.closeModal()
      document.querySelector(ELEMENT)?.remove()
    },
  }
}
