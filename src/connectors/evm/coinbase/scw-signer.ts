import { SCWSigner } from '@coinbase/wallet-sdk/dist/sign/scw/SCWSigner.js'
import { WalletError } from '../../../errors/wallet-error.js'
import type { CoinbaseProvider, Signer } from './provider.js'
import type { createVault, WalletChain } from './vault.js'
import type { WalletWindow } from './window.js'

/** The internals of the SDK's signer that we set. We pin the SDK's version for this reason. */
export interface ScwSigner extends Signer {
  accounts: string[]
  chain: WalletChain
  storage: object
  keyManager: object
  handshake(args: { method: string }): Promise<void>
}

/** What the SDK's signer needs. */
export interface ScwInput {
  metadata: { appName: string; appLogoUrl: string; appChainIds: number[] }
  window: WalletWindow
  vault: ReturnType<typeof createVault>
  emit: CoinbaseProvider['emit']
}

/**
 * Creates the SDK's signer of a smart wallet, with the accounts, the chain and the keys of the vault.
 *
 * @throws WalletError `storage_unavailable`
 */
export function createScwSigner({ metadata, window, vault, emit }: ScwInput): ScwSigner {
  const load = (name: string): unknown => vault.storage.loadObject(name)
  let signer: object
  try {
    signer = new SCWSigner({ metadata, communicator: window as never, callback: emit as never })
  } catch (cause) {
    // The SDK reads local storage when it is created, and finds none of our data there.
    throw new WalletError('storage_unavailable', { cause })
  }
  return Object.assign(signer as ScwSigner, {
    storage: vault.storage,
    keyManager: vault.keys,
    accounts: (load('accounts') as string[] | undefined) ?? [],
    chain: (load('activeChain') as WalletChain | undefined) ?? { id: metadata.appChainIds[0] ?? 1 },
  })
}
