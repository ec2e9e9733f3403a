import { once } from 'node:events'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'

/**
 * Starts a loopback server without compression, because the benchmark measures the browser's work and not the
 * network's.
 */
export async function startServer(files) {
  let scripts = new Set()
  let isCompressed = false
  const zipped = new Map()
  const zip = (url, body) => {
    if (!zipped.has(url)) zipped.set(url, gzipSync(body, { level: 9 }))
    return zipped.get(url)
  }
  const server = createServer((request, response) => {
    const body = files.get(request.url)
    if (!body) return response.writeHead(404).end()
    const isScript = request.url.endsWith('.js')
    if (isScript) scripts.add(request.url)
    const sent = isCompressed ? zip(request.url, body) : body
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'content-length': sent.length,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    })
    response.end(sent)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    /** Returns the scripts that were fetched since the last call. */
    takeScripts() {
      const taken = [...scripts]
      scripts = new Set()
      return taken
    },
    /** Whether bodies are compressed from now on, as on a slow line; else the browser's work alone is measured. */
    compress(is) {
      isCompressed = is
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
