import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { clicking, type Engine, type EngineWindow, INSTALL, toJson, typing } from './engine.js'

/**
 * Starts Firefox without a window, and drives it by WebDriver BiDi.
 *
 * @throws Error with what to install when Firefox is missing
 */
export async function startFirefox(): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'wcb-firefox-'))
  const program = process.env.WCB_FIREFOX ?? 'firefox-esr'
  const firefox = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  )
  const address = await new Promise<string>((resolve, reject) => {
    firefox.once('error', () => reject(new Error(`There is no ${program}. ${INSTALL}`)))
    firefox.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
    createInterface(firefox.stderr).on('line', (line) => {
      const found = /^WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
  })
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')

  const waiting = new Map<number, { resolve(result: never): void; reject(error: Error): void }>()
  socket.on('message', (data) => {
    const { id, type, result, error, message } = JSON.parse(String(data))
    const call = waiting.get(id)
    waiting.delete(id)
    if (type === 'error') call?.reject(new Error(`${error}: ${message}`))
    else call?.resolve(result as never)
  })
  let last = 0
  const send = <T>(method: string, params: object = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params }))
    })

  const windowOf = (context: string): EngineWindow => ({
    id: context,
    async goto(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async reload() {
      await send('browsingContext.reload', { context, wait: 'complete' })
    },
    async run(body) {
      const { result, exceptionDetails } = await send<{
        result: { value: string }
        exceptionDetails?: { text: string }
      }>('script.evaluate', { expression: toJson(body), target: { context }, awaitPromise: true })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result.value)
    },
    async click(x, y) {
      await send('browsingContext.activate', { context })
      await send('input.performActions', { context, actions: [clicking(x, y)] })
    },
    async type(text) {
      await send('input.performActions', { context, actions: [typing(text)] })
    },
  })

  await send('session.new', { capabilities: {} })
  return {
    async windows() {
      const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {
        maxDepth: 0,
      })
      return contexts.map(({ context }) => windowOf(context))
    },
    async newWindow() {
      const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })
      return windowOf(context)
    },
    async stop() {
      firefox.removeAllListeners('exit')
      const ended = once(firefox, 'exit')
      firefox.kill()
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
