import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { BrowserContext, WebSocketRoute } from 'playwright-core'
import { toHex } from 'viem'
import { ADDRESS, perform } from './account.js'

/** The wallet's app on a phone and the server between, as a page sees them. */
export interface Phone {
  /** Requests that reached the app. */
  readonly requests: readonly string[]
  /** The number of open sockets. */
  readonly sockets: number
  /** Whether the page has told the server that the link has ended. */
  readonly destroyed: boolean
  /** Scans the code. */
  link(session: { id: string; secret: string }): void
  /** Ends the link on the phone. */
  unlink(): void
}

/** The app's encryption: AES-256-GCM, as hex of nonce, tag and text. */
function createCipher(secret: string) {
  const key = Buffer.from(secret, 'hex')
  return {
    encrypt(text: string): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('hex')
    },
    decrypt(hex: string): string {
      const bytes = Buffer.from(hex, 'hex')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

const ANSWERS: Record<string, object> = {
  IsLinked: { type: 'IsLinkedOK', onlineGuests: 0 },
  GetSessionConfig: { type: 'GetSessionConfigOK', webhookId: '', webhookUrl: '', metadata: {} },
  PublishEvent: { type: 'PublishEventOK', eventId: '1' },
}

/** Replaces the real link server and app, for every page of a context. */
export async function startPhone(context: BrowserContext, chain: number, rpcUrl: string): Promise<Phone> {
  const sockets = new Set<WebSocketRoute>()
  const requests: string[] = []
  let session: { id: string; secret: string } | null = null
  let destroyed = false
  const send = (message: object) => {
    for (const socket of sockets) socket.send(JSON.stringify({ sessionId: session?.id, ...message }))
  }

  async function answer(method: string, params: Record<string, unknown>): Promise<unknown> {
    if (method === 'requestEthereumAccounts') return [ADDRESS]
    if (params.typedDataJson) {
      const typed = JSON.parse(params.typedDataJson as string)
      return perform('eth_signTypedData_v4', [ADDRESS, typed], chain, {})
    }
    if (method === 'signEthereumMessage') return perform('personal_sign', [params.message], chain, {})
    const { toAddress: to, weiValue } = params
    const transaction = { to, value: toHex(BigInt(String(weiValue))) }
    return perform('eth_sendTransaction', [transaction], chain, { [chain]: rpcUrl })
  }

  async function act({
    id,
    request,
  }: {
    id: string
    request: { method: string; params: Record<string, unknown> }
  }) {
    const { method, params } = request
    requests.push(method)
    const result = await answer(method, params)
    const response = { type: 'WEB3_RESPONSE', id, response: { method, result } }
    send({
      type: 'Event',
      event: 'Web3Response',
      eventId: '2',
      data: createCipher(session?.secret ?? '').encrypt(JSON.stringify(response)),
    })
  }

  await context.route('https://www.walletlink.org/**', (route) =>
    route.fulfill({
      json: { events: [] },
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
    }),
  )
  await context.routeWebSocket('wss://www.walletlink.org/rpc', (socket) => {
    sockets.add(socket)
    socket.onClose(() => void sockets.delete(socket))
    socket.onMessage((text) => {
      if (text === 'h') return socket.send('h')
      const message = JSON.parse(String(text))
      const { type, id, data, metadata } = message
      if (metadata?.__destroyed) destroyed = true
      socket.send(
        JSON.stringify({ type: 'OK', sessionId: message.sessionId, id, ...ANSWERS[type], linked: !!session }),
      )
      if (type === 'PublishEvent' && message.event === 'Web3Request' && session)
        void act(JSON.parse(createCipher(session.secret).decrypt(data)))
    })
  })
  return {
    requests,
    get sockets() {
      return sockets.size
    },
    get destroyed() {
      return destroyed
    },
    link(scanned) {
      session = scanned
      const { encrypt } = createCipher(scanned.secret)
      send({ type: 'Linked', onlineGuests: 1 })
      const metadata = {
        EthereumAddress: encrypt(ADDRESS),
        ChainId: encrypt(String(chain)),
        JsonRpcUrl: encrypt(rpcUrl),
      }
      send({ type: 'SessionConfigUpdated', metadata })
    },
    unlink: () => send({ type: 'SessionConfigUpdated', metadata: { __destroyed: '1' } }),
  }
}
