import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** A server's answer; by default status 200, and the type of the path's extension. */
export interface Reply {
  status?: number
  headers?: Readonly<Record<string, string | readonly string[]>>
  body?: string | Uint8Array
  /** Waits this many ms before the first byte. */
  delay?: number
  /** Never sends a byte, and keeps the connection. */
  hang?: boolean
  /** Cuts the connection. */
  drop?: boolean
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** The media type of a path; HTML when the path has no extension. */
export const typeOf = (path: string): string => TYPES[extname(path) || '.html'] ?? 'application/octet-stream'

/** Reads a file below a folder; null when it does not exist, or the path leaves the folder. */
export async function readBelow(folder: string, path: string): Promise<Uint8Array | null> {
  const file = join(folder, path)
  if (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return null
  try {
    return (await stat(file)).isFile() ? await readFile(file) : null
  } catch {
    return null
  }
}

function encode(body: Uint8Array, accepted: string): [Uint8Array, string | undefined] {
  if (/\bbr\b/.test(accepted)) return [brotliCompressSync(body), 'br']
  return /\bgzip\b/.test(accepted) ? [gzipSync(body), 'gzip'] : [body, undefined]
}

/** Sends a reply over a connection, compressed if requested and supported. */
export async function sendReply(
  path: string,
  reply: Reply,
  request: IncomingMessage,
  response: ServerResponse,
  compress: boolean,
): Promise<void> {
  if (reply.hang) return
  if (reply.drop) {
    request.socket.destroy()
    return
  }
  if (reply.delay) await new Promise((resolve) => setTimeout(resolve, reply.delay))
  const raw = typeof reply.body === 'string' ? Buffer.from(reply.body) : (reply.body ?? new Uint8Array())
  const [body, encoding] = compress
    ? encode(raw, String(request.headers['accept-encoding'] ?? ''))
    : [raw, undefined]
  response.setHeader('content-type', typeOf(path))
  response.setHeader('cache-control', 'no-store')
  if (encoding) response.setHeader('content-encoding', encoding)
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value as string)
  response.writeHead(reply.status ?? 200)
  response.end(request.method === 'HEAD' ? undefined : body)
}
