import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

interface Receipt {
  readonly status: string
  readonly contractAddress: string | null
}

/** A running node: a real chain, with ten unlocked accounts of the standard test mnemonic and 10,000 ETH each. */
export interface Anvil {
  readonly url: string
  readonly chainId: number
  readonly pid: number
  /** Asks the node. Rejects with the node's own message. */
  request(method: string, params?: readonly unknown[]): Promise<unknown>
  /** Resolves once the transaction is in a block: a node names the hash before. */
  receipt(hash: unknown): Promise<Receipt>
  stop(): Promise<void>
}

/** Finds the native program if its package is installed, else the wrapper, which needs another 100 ms. */
function findProgram(): [string, string[]] {
  const machine = process.arch === 'x64' ? 'amd64' : process.arch
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    return [require.resolve(`@foundry-rs/anvil-${process.platform}-${machine}/bin/${file}`), []]
  } catch {
    return [process.execPath, [require.resolve('@foundry-rs/anvil/bin.mjs')]]
  }
}

const running = new Set<ChildProcess>()
// A test run that is interrupted ends its nodes too.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Resolves with the port that the node reports, so that no other node can be mistaken for it. */
function readPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (text: string) => {
      said += text
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (port === undefined) return
      child.stdout?.off('data', hear)
      child.stdout?.resume()
      resolve(Number(port))
    }
    child.stdout?.setEncoding('utf8').on('data', hear)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`anvil did not start: ${said.trim().slice(-500)}`)))
  })
}

/**
 * Starts a node on a port that the system chooses; it takes about 50 ms.
 *
 * Start a node for each chain: after `anvil_setChainId` the unlocked keys still sign for the old id.
 */
export async function startAnvil({ chainId = 31337 }: { chainId?: number } = {}): Promise<Anvil> {
  const [program, leading] = findProgram()
  const args = [
    ...leading,
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--chain-id',
    String(chainId),
    '--threads',
    '1',
  ]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      running.delete(child)
      resolve()
    })
  })
  const url = `http://127.0.0.1:${await readPort(child)}`
  const request = async (method: string, params: readonly unknown[] = []) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  }

  return {
    url,
    chainId,
    pid: child.pid ?? 0,
    request,
    async receipt(hash) {
      for (;;) {
        const receipt = await request('eth_getTransactionReceipt', [hash])
        if (receipt !== null) return receipt as Receipt
      }
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}
