/** How a broken wallet reports. */
export interface Storm {
  title: string
  /** The chain family of the wallet. */
  family: 'evm' | 'starknet'
  /** Ms between two bursts; 0 for a burst in each task that a message starts. */
  pause: number
  /** How many different accounts there are. */
  accounts: number
}

/** What a storm did to the page. */
export interface Aftermath {
  /** How long the reports took, in ms. */
  took: number
  /** How many changes the page heard of. */
  changes: number
  /** The last reported account, and the button's. */
  last: string
  account: unknown
  /** In ms. */
  longestFrame: number
  longestTask: number
}

type Listener = (payload: unknown) => void
interface Wallet {
  emit(account: string): void
  listen(listener: Listener): void
}

/** One EVM wallet and one Starknet wallet, which allow every page and remember it. */
export function installWallets(): void {
  const create = (answers: Record<string, unknown>) => {
    const listeners = new Map<string, Set<Listener>>()
    const off = (event: string, listener: Listener) => void listeners.get(event)?.delete(listener)
    return {
      provider: {
        request: async ({ method, type }: { method?: string; type?: string }) =>
          answers[(method ?? type) as string] ?? null,
        on: (event: string, listener: Listener) =>
          void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
        off,
        removeListener: off,
      },
      emit(account: string) {
        for (const listener of listeners.get('accountsChanged') ?? []) listener([account])
      },
      listen: (listener: Listener) =>
        void listeners.set('accountsChanged', (listeners.get('accountsChanged') ?? new Set()).add(listener)),
    }
  }
  const icon = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
  const first = `0x${'1'.padStart(40, '0')}`
  const evm = create({ eth_requestAccounts: [first], eth_accounts: [first], eth_chainId: '0x1' })
  const starknet = create({
    wallet_requestAccounts: ['0x1'],
    wallet_getPermissions: ['accounts'],
    wallet_requestChainId: '0x534e5f4d41494e',
  })
  Object.defineProperty(window, 'starknet_storm', {
    value: Object.assign(starknet.provider, { id: 'storm', name: 'Storm', version: '1', icon }),
  })
  const info = {
    uuid: '00000000-0000-4000-8000-000000000000',
    name: 'Alpha',
    rdns: 'com.example.alpha',
    icon,
  }
  const detail = Object.freeze({ info, provider: evm.provider })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  Object.defineProperty(document, 'wallets', { value: { evm, starknet } })
}

/** Runs in the page: the storm, and what it did to the page's frames. */
export async function rage(given: {
  storm: Storm
  isConnected: boolean
  seconds: number
  perSecond: number
}): Promise<Aftermath> {
  const { storm, isConnected, seconds, perSecond } = given
  const wallet = (document as unknown as { wallets: Record<string, Wallet> }).wallets[storm.family] as Wallet
  const element = document.querySelector(
    'wallet-connect-button',
  ) as HTMLElementTagNameMap['wallet-connect-button']
  let changes = 0
  if (isConnected) document.addEventListener('wallet_changed', () => changes++)
  else
    wallet.listen(() => {
      changes = 1
    })
  const tasks: number[] = []
  const observer = new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ duration }) => duration)),
  )
  observer.observe({ type: 'longtask' })
  const frames: number[] = []
  let isOver = false
  let before = 0
  const nextFrame = (now: number) => {
    if (before) frames.push(now - before)
    before = now
    if (!isOver) requestAnimationFrame(nextFrame)
  }
  requestAnimationFrame(nextFrame)
  const digits = storm.family === 'evm' ? 40 : 64
  const start = performance.now()
  let sent = 0
  let last = ''
  const burst = () => {
    const due = Math.min(seconds * perSecond, ((performance.now() - start) / 1_000) * perSecond)
    // One task each: at most one report, so that the client cannot join it with others.
    const end = storm.pause ? due : Math.min(due, sent + 1)
    for (; sent < Math.floor(end); sent += 1) {
      last = `0x${((sent % storm.accounts) + 1).toString(16).padStart(digits, '0')}`
      wallet.emit(last)
    }
    return sent >= seconds * perSecond
  }
  await new Promise<void>((resolve) => {
    if (storm.pause) {
      const timer = setInterval(() => {
        if (!burst()) return
        clearInterval(timer)
        resolve()
      }, storm.pause)
      return
    }
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      if (burst()) return resolve()
      port2.postMessage(0)
    }
    port2.postMessage(0)
  })
  const took = performance.now() - start
  await new Promise((resolve) => setTimeout(resolve, 100))
  isOver = true
  observer.disconnect()
  return {
    took,
    changes,
    last,
    account: element.account,
    // A frame of three refreshes takes 50.0 ms, give or take the clock's last digit.
    longestFrame: Math.round(Math.max(...frames)),
    longestTask: Math.max(0, ...tasks),
  }
}
