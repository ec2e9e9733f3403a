import { afterEach, vi } from 'vitest'
import { resolveConfig, type WalletClientConfig } from '../../../../src/client/config.js'
import type { ConnectRequest, SessionChange, WalletSession } from '../../../../src/connectors/connector.js'
import { connectStarknet, restoreStarknet } from '../../../../src/connectors/starknet/injected/connect.js'
import type { InjectedSource } from '../../../../src/connectors/starknet/injected/opening.js'
import { scanGlobals } from '../../../../src/connectors/starknet/injected/scan.js'
import { createScriptedStarknetWallet } from '../../../../src/testing/starknet/create-scripted-starknet-wallet.js'
import type { ScriptedStarknetWalletOptions } from '../../../../src/testing/starknet/options.js'
import type { ScriptedStarknetWallet } from '../../../../src/testing/starknet/wallet.js'

const open: ScriptedStarknetWallet[] = []
const sessions: WalletSession[] = []

/** Ends every wallet and session of a test file after each test. */
export function useStarknetWallets(): void {
  afterEach(async () => {
    for (const session of sessions.splice(0)) await session.disconnect()
    for (const wallet of open.splice(0)) wallet.dispose()
    vi.restoreAllMocks()
  })
}

const CONFIG: WalletClientConfig = { appName: 'shop.example', chains: 'starknet:SN_MAIN starknet:SN_SEPOLIA' }

/** The request that a client passes to a connector. */
export function makeRequest(
  overrides: Partial<ConnectRequest> = {},
  config: WalletClientConfig = {},
): ConnectRequest & { onAwaiting: ReturnType<typeof vi.fn> } {
  return {
    config: resolveConfig({ ...CONFIG, ...config }),
    signal: new AbortController().signal,
    onUri: vi.fn(),
    onAwaiting: vi.fn(),
    ...overrides,
  } as never
}

/** Puts a scripted wallet on the window, and returns what the connector knows of it. */
export function install(options: ScriptedStarknetWalletOptions = {}) {
  const wallet = createScriptedStarknetWallet(options)
  open.push(wallet)
  wallet.install()
  const { id } = wallet.profile
  const found = scanGlobals(globalThis).get(id)
  if (!found) throw new Error(`${id} was not found`)
  const source: InjectedSource = { ...found, isPresent: () => scanGlobals(globalThis).has(id) }
  return {
    wallet,
    source,
    async connect(request = makeRequest()): Promise<WalletSession> {
      const session = await connectStarknet(source, request)
      sessions.push(session)
      return session
    },
    async restore(request = makeRequest()): Promise<WalletSession | null> {
      const session = await restoreStarknet(source, request)
      if (session) sessions.push(session)
      return session
    },
  }
}

/** Connects a scripted wallet on the window, and collects what its session reports. */
export async function openSession(options: ScriptedStarknetWalletOptions = {}) {
  const opened = install(options)
  const session = await opened.connect()
  return { ...opened, session, changes: collect(session) }
}

/** Collects the changes that a session reports. */
export function collect(session: WalletSession): SessionChange[] {
  const changes: SessionChange[] = []
  session.watch((change) => changes.push(change))
  return changes
}

/** Runs everything that is due in this task. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
