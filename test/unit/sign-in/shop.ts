import { privateKeyToAccount } from 'viem/accounts'
import type { SignInDetail, WalletClient } from '../../../src/client/wallet-client.js'
import { createMemoryStore } from '../../../src/server/memory-store.js'
import { createSignIn, type SignInOptions } from '../../../src/server/sign-in.js'
import type { SignInAdapter, SignInConfig } from '../../../src/sign-in/adapter.js'
import type { AskNode } from '../../../src/testing/evm/node.js'
import type { ScriptedEvmWalletOptions } from '../../../src/testing/evm/options.js'
import { createClient, createDevice, createWallet } from '../client/fixture.js'
import { createControl } from './control.js'

/** The first two keys of the standard test mnemonic. */
const KEYS = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const
const accounts = KEYS.map((key) => privateKeyToAccount(key))

/** A node with unlocked accounts that signs as a wallet would. */
const askNode: AskNode = async (_url, { method, params }) => {
  if (method === 'eth_accounts') return accounts.map(({ address }) => address)
  if (method !== 'personal_sign') return null
  const [message, signer] = params as [`0x${string}`, string]
  const account = accounts.find((one) => one.address.toLowerCase() === signer.toLowerCase())
  return account?.signMessage({ message: { raw: message } })
}

interface ShopOptions {
  wallet?: ScriptedEvmWalletOptions
  server?: Partial<SignInOptions>
  host?: string
  config?: Partial<SignInConfig>
  change?: (adapter: SignInAdapter) => Partial<SignInAdapter>
}

/** Creates a page with a wallet, the real control, and the real server behind the page's adapter. */
export function createShop({
  wallet: options,
  server = {},
  host = 'shop.example',
  config,
  change,
}: ShopOptions = {}) {
  const wallet = createWallet('Alpha', {
    askNode,
    accounts: accounts.map(({ address }) => address),
    ...options,
  })
  const { client, emitted, details, storage } = createClient(createDevice(wallet), { mode: 'canAsk' })
  const signIn = createSignIn({
    domain: 'shop.example',
    chains: ['eip155:1', 'eip155:5'],
    nonceStore: createMemoryStore(),
    ...server,
  })
  /** The requests to the server, in order. */
  const asked: string[] = []
  let session: { address: string; chainId: string } | null = null
  const own: SignInAdapter = {
    async getNonce() {
      asked.push('nonce')
      return signIn.issueNonce()
    },
    async verify(proof) {
      asked.push('verify')
      session = await signIn.verify(proof)
      return session
    },
    async signOut() {
      asked.push('signOut')
      session = null
    },
    async getSession() {
      asked.push('session')
      return session
    },
  }
  const signInAdapter = { ...own, ...change?.(own) }
  const control = createControl(client, () => ({ signIn: 'off', signInAdapter, ...config }), host)
  client.offerOnePrompt(() =>
    config?.signIn === 'on-connect' || config?.signIn === 'form' ? control.onePrompt() : null,
  )
  client.on('connecting', () => control.prepare())
  client.on('connected', ({ walletId, restored }) => control.onConnected(walletId, restored))
  const signed = { in: [] as SignInDetail[], out: [] as SignInDetail[] }
  client.on('signed_in', (detail) => signed.in.push(detail))
  client.on('signed_out', (detail) => signed.out.push(detail))
  return {
    client,
    control,
    /** The page's adapter, for another store with the same server. */
    adapter: signInAdapter,
    /** Connects by id, without waiting for more wallets. */
    connect: () => client.connect({ walletId: wallet.info.rdns }),
    wallet,
    storage,
    emitted,
    asked,
    signed,
    errors: () => details('error').map(({ code }) => code),
    status: () => client.getState().auth.status,
    /** How often the wallet was asked for a signature. */
    prompts: () => wallet.requests.filter(({ method }) => method === 'personal_sign').length,
    /** The server's verifier itself. */
    verify: signIn.verify,
    /** Accounts of the wallet's node that it has not shared first. */
    others: accounts.slice(1).map(({ address }) => address as string),
    session: () => session,
    setSession(next: typeof session) {
      session = next
    },
  }
}

/** Waits until the client's state matches. */
export function until(client: WalletClient, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return
      stop()
      resolve()
    }
    const stop = client.subscribe(look)
    look()
  })
}

/** Lets everything run that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
}
