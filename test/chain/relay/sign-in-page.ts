import type { WalletClientConfig } from '../../../src/client/config.js'
import type { SignInDetail } from '../../../src/client/wallet-client.js'
import type { SignInOptions } from '../../../src/server/sign-in.js'
import type { SignInAdapter, SignInConfig } from '../../../src/sign-in/adapter.js'
import type { Control } from '../../unit/sign-in/control.js'
import type { useRelay } from './bench.js'
import type { RelayPage } from './page.js'

/** A page on `shop.example` that asks for a sign-in while it connects, with its server. */
export interface SignInPage extends RelayPage {
  control: Control
  /** What the server has verified. */
  verified: { address: string; chainId: string }[]
  /** Who has signed in. */
  signedIn: SignInDetail[]
  /** Chooses the phone row. Resolves with the code. */
  showCode(): Promise<{ uri: string; connecting: Promise<unknown> }>
  /** Resolves when connected and signed in. */
  complete(): Promise<SignInDetail>
}

export async function openSignInPage(
  bench: ReturnType<typeof useRelay>,
  {
    storage,
    config = {},
    page = {},
    change,
    rpc,
  }: {
    storage?: RelayPage['storage']
    config?: Partial<SignInConfig>
    page?: WalletClientConfig
    change?: (adapter: SignInAdapter) => Partial<SignInAdapter>
    /** The server's nodes. */
    rpc?: SignInOptions['rpc']
  } = {},
): Promise<SignInPage> {
  const opened = await bench.openPage(page, storage)
  const { client } = opened
  const { createControl } = await import('../../unit/sign-in/control.js')
  const { createSignIn } = await import('../../../src/server/sign-in.js')
  const { createMemoryStore } = await import('../../../src/server/memory-store.js')
  // Already here: how long a busy machine takes to load this does not decide between one prompt and two.
  await import('../../../src/connectors/evm/relay/sign-in-code.js')
  await import('../../../src/sign-in/one-prompt.js')
  const server = createSignIn({
    domain: 'shop.example',
    chains: ['eip155:31337', 'eip155:10'],
    nonceStore: createMemoryStore(),
    rpc,
  })
  const verified: SignInPage['verified'] = []
  const own: SignInAdapter = {
    getNonce: () => server.issueNonce(),
    async verify(proof) {
      const session = await server.verify(proof)
      verified.push(session)
      return session
    },
    async signOut() {},
  }
  const signInAdapter = { ...own, ...change?.(own) }
  const control = createControl(client, () => ({ signIn: 'on-connect', signInAdapter, ...config }))
  client.offerOnePrompt(() => control.onePrompt())
  client.on('connecting', () => control.prepare())
  client.on('connected', ({ walletId, restored }) => control.onConnected(walletId, restored))
  const signedIn: SignInDetail[] = []
  client.on('signed_in', (detail) => void signedIn.push(detail))
  let connecting: Promise<unknown> = Promise.resolve()
  return {
    ...opened,
    control,
    verified,
    signedIn,
    async showCode() {
      connecting = client.connect({ walletId: 'walletConnect' })
      connecting.catch(() => {})
      return { uri: await opened.nextUri(), connecting }
    },
    async complete() {
      await connecting
      return control.complete()
    },
  }
}
