import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Reply, readBelow, sendReply } from './servers-reply.js'

export type { Reply } from './servers-reply.js'

/** A request that reached the server. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A fixed reply, or a function that creates one for each request. */
export type Route = Reply | ((request: SeenRequest) => Reply | Promise<Reply>)

/** What a browser reports to `report-uri`. */
export interface CspReport {
  readonly 'effective-directive'?: string
  readonly 'violated-directive'?: string
  readonly 'blocked-uri'?: string
  readonly 'document-uri'?: string
  readonly 'source-file'?: string
}

/** Options of {@link startPageServer}. */
export interface PageServerOptions {
  /** A port, or 0 for any. */
  port?: number
  /** Path prefix (`/dist/`) → folder, or a function that returns its files. */
  folders?: Readonly<Record<string, string | ((path: string) => Promise<Uint8Array | null>)>>
  /** Sent with every reply. */
  headers?: Readonly<Record<string, string>>
  /** Lets other origins read the files, as a CDN does. */
  cors?: boolean
  /** Brotli or gzip for clients that accept it. */
  compress?: boolean
}

/** Options of {@link PageServer.page}. */
export interface PageOptions {
  /** A Content-Security-Policy; violations are reported to the server. */
  csp?: string
  headers?: Readonly<Record<string, string>>
}

/** A loopback web server with pages that a test writes. */
export interface PageServer {
  readonly port: number
  /** `http://127.0.0.1:port` */
  readonly origin: string
  /** `http://localhost:port`: the same server, but another origin for the browser. */
  readonly alias: string
  /** Every request so far. */
  readonly requests: readonly SeenRequest[]
  /** Every violation reported so far. */
  readonly reports: readonly CspReport[]
  /** Sets the answer of a path. A later route replaces it, `null` removes it. */
  route(path: string, route: Route | null): void
  /** Serves a page. @returns its address */
  page(path: string, html: string, options?: PageOptions): string
  stop(): Promise<void>
}

const REPORT_PATH = '/csp-report'

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/**
 * Starts a server on the loopback interface. Requests for icons get an empty answer, so that they fill no console.
 *
 * Rejects with the system's error (`EADDRINUSE`) when the port is taken.
 */
export async function startPageServer(options: PageServerOptions = {}): Promise<PageServer> {
  const routes = new Map<string, Route>()
  const requests: SeenRequest[] = []
  const reports: CspReport[] = []

  async function find(request: SeenRequest): Promise<Reply> {
    const route = routes.get(request.path)
    if (route) return typeof route === 'function' ? route(request) : route
    if (request.path === '/favicon.ico') return { status: 204 }
    for (const [prefix, folder] of Object.entries(options.folders ?? {})) {
      if (!request.path.startsWith(prefix)) continue
      const path = decodeURIComponent(request.path.slice(prefix.length))
      const body = await (typeof folder === 'function' ? folder(path) : readBelow(folder, path))
      if (body) return { body }
    }
    return {
      status: 404,
      headers: { 'content-type': 'text/plain' },
      body: `There is nothing at ${request.path}`,
    }
  }

  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1')
      const body = await readBody(request)
      if (url.pathname === REPORT_PATH) {
        reports.push(JSON.parse(body)['csp-report'])
        response.writeHead(204).end()
        return
      }
      const seen: SeenRequest = {
        method: request.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
      }
      requests.push(seen)
      const reply = await find(seen)
      const cors: Record<string, string> = options.cors
        ? { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
        : {}
      const headers = { ...options.headers, ...cors, ...reply.headers }
      await sendReply(url.pathname, { ...reply, headers }, request, response, options.compress ?? false)
    })().catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  return {
    port,
    origin,
    alias: `http://localhost:${port}`,
    requests,
    reports,
    route(path, route) {
      if (route === null) routes.delete(path)
      else routes.set(path, route)
    },
    page(path, html, { csp, headers } = {}) {
      const policy = csp && { 'content-security-policy': `${csp}; report-uri ${REPORT_PATH}` }
      routes.set(path, {
        body: html,
        headers: { 'content-type': 'text/html; charset=utf-8', ...policy, ...headers },
      })
      return origin + path
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
