import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { clicking, type Engine, type EngineWindow, INSTALL, toJson, toKeys, typing } from './engine.js'

/** Longest wait until the driver listens, in ms. */
const START_LIMIT = 20_000

/** Finds Debian's small browser for WebKitGTK. */
function findBrowser(): string {
  const folders = readdirSync('/usr/lib').flatMap((name) =>
    ['webkit2gtk-4.1', 'webkitgtk-6.0'].map((version) => `/usr/lib/${name}/${version}/MiniBrowser`),
  )
  const found = process.env.WCB_WEBKIT ?? folders.find((path) => existsSync(path))
  if (!found) throw new Error(`There is no WebKitGTK. ${INSTALL}`)
  return found
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/**
 * Starts WebKitGTK's small browser on a separate screen, and drives it by WebDriver.
 *
 * @throws Error with what to install when it is missing
 */
export async function startWebKit(): Promise<Engine> {
  const binary = findBrowser()
  const port = await freePort()
  const driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
  })
  let broken: Error | undefined
  driver.once('error', () => {
    broken = new Error(`There is no xvfb-run. ${INSTALL}`)
  })
  driver.once('exit', (code) => {
    broken ??= new Error(`WebKitWebDriver ended with ${code}. ${INSTALL}`)
  })

  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
    if (value?.error) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  for (const limit = Date.now() + START_LIMIT; ; ) {
    if (await send('GET', '/status').catch(() => null)) break
    if (broken || Date.now() > limit) throw broken ?? new Error('WebKitWebDriver does not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }

  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } },
  })
  const session = `/session/${sessionId}`

  let front = ''
  /** Lets the driver use another window. Avoid it when possible: it takes the focus out of frames. */
  async function turnTo(handle: string): Promise<void> {
    if (front !== handle) await send('POST', `${session}/window`, { handle })
    front = handle
  }

  const windowOf = (handle: string): EngineWindow => {
    const post = async <T>(path: string, body: object): Promise<T> => {
      await turnTo(handle)
      return send<T>('POST', session + path, body)
    }
    return {
      id: handle,
      goto: (url) => post('/url', { url }),
      reload: () => post('/refresh', {}),
      run: async (body) =>
        JSON.parse(await post('/execute/sync', { script: `return ${toJson(body)}`, args: [] })),
      async click(x, y) {
        await post('/actions', { actions: [clicking(x, y)] })
      },
      async clickElement(body) {
        const element = await post<Record<string, string>>('/execute/sync', { script: body, args: [] })
        await post(`/element/${Object.values(element)[0]}/click`, {})
      },
      async type(text) {
        await turnTo(handle)
        const active = await send<Record<string, string>>('GET', `${session}/element/active`)
        const element = `${session}/element/${Object.values(active)[0]}`
        if ((await send('GET', `${element}/name`)) === 'input')
          return send('POST', `${element}/value`, { text: toKeys(text) })
        // The focus is in a page of another origin, which this page cannot see.
        await post('/actions', { actions: [typing(text)] })
      },
    }
  }

  return {
    windows: async () =>
      (await send<string[]>('GET', `${session}/window/handles`)).map((handle) => windowOf(handle)),
    newWindow: async () =>
      windowOf((await send<{ handle: string }>('POST', `${session}/window/new`, { type: 'tab' })).handle),
    async stop() {
      await send('DELETE', session).catch(() => {})
      if (driver.pid) process.kill(-driver.pid)
    },
  }
}
