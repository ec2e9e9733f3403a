import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { createMailbox, type Envelope, type Mailbox } from './relay-mailbox.js'

/** Ways in which a relay fails. All can be changed at any time. */
export interface RelayFaults {
  /** Accepts the connection and never upgrades it, or refuses the upgrade with this status. */
  upgrade?: 'hang' | number
  /** Closes each socket with this code as soon as it is open. */
  close?: { code: number; reason?: string }
  /** Answers these methods with an error. */
  refuse?: readonly string[]
  /** Delivers each message this many times. */
  copies?: number
  /** Holds back messages with these tags until {@link Relay.release} is called. */
  hold?: readonly number[]
  /** Accepts these methods and never answers. */
  mute?: readonly string[]
  /** Reads nothing: incoming frames wait for {@link Relay.resume}, as in a stopped process. */
  stall?: boolean
}

/** A relay of the WalletConnect v2 protocol on the loopback interface. */
export interface Relay {
  readonly port: number
  /** `ws://127.0.0.1:port` */
  readonly url: string
  readonly faults: RelayFaults
  /** Requested methods, in order, with their tags. */
  readonly calls: readonly { method: string; tag?: number; topic?: string }[]
  /** Open sockets. */
  readonly sockets: number
  /** Sockets opened so far. */
  readonly opened: number
  /** The query that each socket was opened with. */
  readonly queries: readonly URLSearchParams[]
  /** Delivers the held messages, with `reversed` the last one first. */
  release(reversed?: boolean): void
  /** Sends raw frames to the oldest open socket. */
  send(...frames: (string | Uint8Array)[]): void
  /** Delivers a message on a topic, as if a peer had published it. */
  publish(topic: string, message: string, tag?: number): void
  /** Ends a stall, and reads what has arrived meanwhile, also from sockets that were closed since. */
  resume(): void
  /** Cuts every socket, or only the oldest open socket. */
  drop(which?: 'first'): void
  /** Stops listening and cuts every socket; the mailboxes stay. */
  stop(): Promise<void>
  /** Listens again on the same port. */
  start(): Promise<void>
}

interface Client {
  socket: WebSocket
  /** did:key of the token, or the socket's own where there is no token. */
  id: string
}

const PING_INTERVAL = 20_000

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Reads the client's identity: `iss` of the token in the query. The signature is not checked. */
function readIdentity(query: URLSearchParams): string {
  try {
    const [, payload] = (query.get('auth') ?? '').split('.')
    return JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()).iss
  } catch {
    return randomBytes(8).toString('hex')
  }
}

/** Starts a relay. @param port 0 for any */
export async function startRelay({ port = 0 } = {}): Promise<Relay> {
  const faults: RelayFaults = {}
  const calls: { method: string; tag?: number; topic?: string }[] = []
  const queries: URLSearchParams[] = []
  const clients = new Set<Client>()
  const streams = new Set<Socket>()
  const held: Envelope[] = []
  const unread: [client: Client, text: string][] = []
  let opened = 0
  let counter = 1
  let server: Server | undefined

  const transmit = ({ socket }: Client, envelope: Envelope) => {
    for (let copy = 0; copy < (faults.copies ?? 1); copy += 1) {
      const id = Date.now() * 1_000 + (counter++ % 1_000)
      if (copy === 0) mailbox.expect(id, envelope)
      const { topic, message, publishedAt, tag } = envelope
      const params = { id: sha256(topic), data: { topic, message, publishedAt, tag } }
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }))
    }
  }
  const mailbox: Mailbox<Client> = createMailbox(transmit)

  const accept = (client: Client | null, topic: string, message: string, ttl: number, tag: number) => {
    const envelope = { topic, message, ttl, tag, publishedAt: Date.now(), from: client?.id ?? '' }
    if (faults.hold?.includes(tag)) held.push(envelope)
    else mailbox.put(envelope)
  }

  interface Params {
    topic: string
    topics: string[]
    message: string
    ttl: number
    tag: number
    pairingTopic: string
    sessionTopic: string
    sessionProposal: string
    sessionProposalResponse: string
    sessionSettlementRequest: string
  }
  const methods: Record<string, (client: Client, params: Params) => unknown> = {
    irn_subscribe(client, { topic }) {
      mailbox.subscribe(client, topic)
      return sha256(topic + client.id)
    },
    irn_batchSubscribe(client, { topics }) {
      for (const topic of topics) mailbox.subscribe(client, topic)
      return topics.map((topic) => sha256(topic + client.id))
    },
    // Older clients ask so after a pause; the mailbox has delivered by then.
    irn_batchFetchMessages: () => ({ messages: [], hasMore: false }),
    irn_unsubscribe(client, { topic }) {
      mailbox.unsubscribe(client, topic)
      return true
    },
    irn_publish(client, { topic, message, ttl, tag }) {
      accept(client, topic, message, ttl, tag)
      return true
    },
    wc_proposeSession(client, { pairingTopic, sessionProposal, ttl }) {
      mailbox.subscribe(client, pairingTopic)
      accept(client, pairingTopic, sessionProposal, ttl, 1_100)
      return true
    },
    wc_approveSession(client, params) {
      const { sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest, ttl } = params
      mailbox.subscribe(client, sessionTopic)
      accept(client, pairingTopic, sessionProposalResponse, ttl, 1_101)
      accept(client, sessionTopic, sessionSettlementRequest, ttl, 1_102)
      return true
    },
  }

  const hear = (client: Client, text: string): void => {
    if (faults.stall) return void unread.push([client, text])
    // Ids of clients have 19 digits, more than a safe integer, so they are read as strings.
    const { id, method, params, result } = JSON.parse(text)
    if (method === undefined) {
      if (result === true) mailbox.acknowledge(client, id)
      return
    }
    calls.push({ method, tag: params?.tag, topic: params?.topic ?? params?.pairingTopic })
    if (faults.mute?.includes(method)) return
    const run = faults.refuse?.includes(method) ? undefined : methods[method]
    const answer = run
      ? { result: run(client, params) }
      : { error: { code: -32_000, message: `${method} is not available` } }
    client.socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...answer }))
  }

  /** Cuts sockets. They count as closed at once. */
  const cut = (which?: 'first') => {
    for (const client of which ? [...clients].slice(0, 1) : clients) {
      client.socket.terminate()
      mailbox.forget(client)
      clients.delete(client)
    }
  }

  const listen = async (at: number): Promise<void> => {
    const http = createServer((_, response) => response.writeHead(426).end())
    const sockets = new WebSocketServer({ noServer: true })
    http.on('connection', (stream: Socket) => {
      streams.add(stream)
      stream.once('close', () => streams.delete(stream))
    })
    http.on('upgrade', (request, stream, head) => {
      const query = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams
      if (faults.upgrade === 'hang') return
      if (faults.upgrade) {
        stream.end(`HTTP/1.1 ${faults.upgrade} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
        return
      }
      sockets.handleUpgrade(request, stream, head, (socket) => {
        opened += 1
        queries.push(query)
        const { close } = faults
        if (close) return socket.close(close.code, close.reason)
        const client = { socket, id: readIdentity(query) }
        clients.add(client)
        const ping = setInterval(() => socket.ping(), PING_INTERVAL)
        socket.on('message', (data) => hear(client, String(data)))
        socket.on('error', () => {})
        socket.once('close', () => {
          clearInterval(ping)
          clients.delete(client)
          mailbox.forget(client)
        })
      })
    })
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject)
      http.listen(at, '127.0.0.1', resolve)
    })
    server = http
  }
  await listen(port)
  const bound = ((server as Server | undefined)?.address() as AddressInfo).port

  return {
    port: bound,
    url: `ws://127.0.0.1:${bound}`,
    faults,
    calls,
    queries,
    get sockets() {
      return clients.size
    },
    get opened() {
      return opened
    },
    release(reversed = false) {
      const waiting = held.splice(0)
      for (const envelope of reversed ? waiting.reverse() : waiting) mailbox.put(envelope)
    },
    send(...frames) {
      const { socket } = [...clients][0] ?? {}
      for (const frame of frames) socket?.send(frame)
    },
    publish: (topic, message, tag = 1_108) => accept(null, topic, message, 300, tag),
    resume() {
      faults.stall = false
      for (const [client, text] of unread.splice(0)) hear(client, text)
    },
    drop: cut,
    async stop() {
      const http = server
      server = undefined
      if (!http) return
      cut()
      for (const stream of streams) stream.destroy()
      await new Promise<void>((resolve) => http.close(() => resolve()))
    },
    async start() {
      if (!server) await listen(bound)
    },
  }
}
