import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startDemo } from '../../../demo/server.js'
import { inPackage } from '../../counterparts/package-root.js'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.length = 0
})

/** Starts the demo as `npm run demo` does after the build. */
function start(): { child: ChildProcess; address: Promise<string>; code: Promise<number | null> } {
  const child = spawn(process.execPath, [inPackage('demo/start.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return {
    child,
    address: new Promise((resolve) => {
      child.stdout?.on('data', (text: Buffer) => resolve(/http:\S+/.exec(text.toString())?.[0] ?? ''))
    }),
    code: new Promise((resolve) => child.once('exit', resolve)),
  }
}

const isGone = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  )

describe('the command that starts the demo', () => {
  it('prints its address, and ends cleanly on Ctrl-C with its nodes, also without a terminal', async () => {
    const { child, address, code } = start()
    const page = await (await fetch(await address)).text()
    const nodes = [...page.matchAll(/http:\/\/127\.0\.0\.1:\d+/g)].map(([url]) => url)
    // Two nodes, and the host of the script.
    expect(nodes).toHaveLength(3)
    expect(await Promise.all(nodes.map(isGone))).toEqual([false, false, false])
    child.kill('SIGINT')
    expect(await code).toBe(0)
    expect(await Promise.all([...nodes, await address].map(isGone))).toEqual([true, true, true, true])
  })

  it('uses another port when its own is busy', async () => {
    const busy = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => busy.once('listening', resolve))
    const { port } = busy.address() as { port: number }
    const demo = await startDemo({ port, quiet: true })
    expect(demo.server.port).not.toBe(port)
    expect((await fetch(demo.url)).status).toBe(200)
    await demo.stop()
    busy.close()
  })

  it('says what to do when the package is not built', async () => {
    await expect(startDemo({ port: 0, quiet: true, dist: inPackage('demo') })).rejects.toThrow(
      'npm run build',
    )
  })
})
