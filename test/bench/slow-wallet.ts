/** What each question takes in the wallet, and each call on the page's server, in ms. */
export const LATENCY = 50

/** What a test reads of the wallet, by {@link readWallet}. */
export interface SlowWallet {
  /** When each method was asked first. */
  asked: Record<string, number>
  /** When each method was answered last. */
  answered: Record<string, number>
  provider: { request(given: object): Promise<unknown> }
}

/** Runs in the page: an EVM wallet that answers each question after a while, and remembers that it allows the page. */
export function installWallet(latency: number): void {
  const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  let chainId = '0x1'
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const asked: Record<string, number> = {}
  const answered: Record<string, number> = {}
  const answers: Record<string, (params?: readonly unknown[]) => unknown> = {
    eth_requestAccounts() {
      localStorage.setItem('allowed', 'yes')
      return [account]
    },
    eth_accounts: () => (localStorage.getItem('allowed') ? [account] : []),
    eth_chainId: () => chainId,
    personal_sign: () => `0x${'ab'.repeat(65)}`,
    wallet_switchEthereumChain(params) {
      chainId = (params?.[0] as { chainId: string }).chainId
      for (const listener of listeners.get('chainChanged') ?? []) listener(chainId)
      return null
    },
  }
  const provider = {
    async request({ method, params }: { method: string; params?: readonly unknown[] }) {
      asked[method] ??= performance.now()
      await new Promise((resolve) => setTimeout(resolve, latency))
      answered[method] = performance.now()
      return answers[method]?.(params) ?? null
    },
    on(event: string, listener: (payload: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: (payload: unknown) => void) {
      listeners.get(event)?.delete(listener)
    },
  }
  const icon = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
  const detail = Object.freeze({
    info: { uuid: '00000000-0000-4000-8000-000000000000', name: 'Alpha', rdns: 'com.example.alpha', icon },
    provider,
  })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  Object.defineProperty(document, 'wallet', { value: { asked, answered, provider } satisfies SlowWallet })
}

/** A page's own script that restores a session by the bare questions, as early as a deferred script can. */
export const BARE_RESTORE = `
addEventListener('eip6963:announceProvider', async ({ detail: { provider } }) => {
  const [accounts, chainId] = await Promise.all(
    ['eth_accounts', 'eth_chainId'].map((method) => provider.request({ method })),
  )
  if (accounts.length && chainId) document.connectedAt = performance.now()
})
dispatchEvent(new Event('eip6963:requestProvider'))
`
