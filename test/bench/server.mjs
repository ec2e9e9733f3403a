import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * Starts a loopback server without compression, because the benchmark measures the browser's work and not the
 * network's.
 */
export async function startServer(files) {
  let scripts = new Set()
  const server = createServer((request, response) => {
    const body = files.get(request.url)
    if (!body) return response.writeHead(404).end()
    const isScript = request.url.endsWith('.js')
    if (isScript) scripts.add(request.url)
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'content-length': body.length,
    })
    response.end(body)
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
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
