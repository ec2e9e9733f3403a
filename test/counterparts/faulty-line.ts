import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A connection to a server on this machine that can be made to fail, while other users of the server notice nothing.
 */
export interface FaultyLine {
  /** `ws://127.0.0.1:port` */
  readonly url: string
  /** Connections accepted so far. */
  readonly opened: number
  /** Stops listening, and cuts open connections. */
  down(): Promise<void>
  /** Cuts open connections, and accepts new connections without answering. */
  hang(): void
  /** Holds bytes in either direction until {@link FaultyLine.up}, also those of connections that were cut meanwhile. */
  stall(): void
  /** Cuts open connections. */
  drop(): void
  /** Works normally again. */
  up(): Promise<void>
  stop(): Promise<void>
}

interface Pair {
  near: Socket
  far: Socket | undefined
  kept: { to: Socket; bytes: Buffer }[]
}

/** Starts a {@link FaultyLine} to a port of this machine. */
export async function startFaultyLine(target: number): Promise<FaultyLine> {
  const pairs = new Set<Pair>()
  let mode: 'up' | 'hang' | 'stall' = 'up'
  let server: Server | undefined
  let port = 0
  let opened = 0

  const end = (pair: Pair) => {
    pair.near.destroy()
    // Bytes that were sent before the cut may still arrive.
    if (pair.kept.some(({ to }) => to === pair.far)) return
    pair.far?.destroy()
    pairs.delete(pair)
  }
  const cut = () => {
    for (const pair of [...pairs]) end(pair)
  }
  const accept = (near: Socket) => {
    opened += 1
    near.on('error', () => {})
    const pair: Pair = { near, far: undefined, kept: [] }
    pairs.add(pair)
    near.once('close', () => end(pair))
    if (mode === 'hang') return
    const far = connect(target, '127.0.0.1')
    pair.far = far
    far.on('error', () => {})
    far.once('close', () => end(pair))
    const pipe = (from: Socket, to: Socket) =>
      from.on('data', (bytes) => {
        if (mode === 'stall' || pair.kept.length > 0) pair.kept.push({ to, bytes })
        else to.write(bytes)
      })
    pipe(near, far)
    pipe(far, near)
  }
  const listen = async () => {
    const next = createServer(accept)
    await new Promise<void>((resolve) => next.listen(port, '127.0.0.1', resolve))
    port = (next.address() as AddressInfo).port
    server = next
  }
  const close = async () => {
    const last = server
    server = undefined
    cut()
    if (last) await new Promise<void>((resolve) => last.close(() => resolve()))
  }
  await listen()

  return {
    url: `ws://127.0.0.1:${port}`,
    get opened() {
      return opened
    },
    down: close,
    hang() {
      cut()
      mode = 'hang'
    },
    stall() {
      mode = 'stall'
    },
    drop: cut,
    async up() {
      if (mode === 'hang') cut()
      mode = 'up'
      for (const pair of [...pairs]) {
        for (const { to, bytes } of pair.kept.splice(0)) if (!to.destroyed) to.write(bytes)
        if (pair.near.destroyed) pair.far?.end()
      }
      if (!server) await listen()
    },
    stop: close,
  }
}
