import { type ChildProcess, execFileSync, execSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder, packProject } from '../hosts/pack.js'
import { findPort } from './examples/start.js'
import { makeKeys } from './oidc-site.js'

/**
 * No container is built here: that needs an engine and images. The file's instructions are read, every path that it copies has to be
 * there, and what the last stage runs is run in a folder, with the same npm and Node.
 */
const FILE = 'integrations/oidc/Containerfile'

interface Instruction {
  name: string
  words: string[]
}

const instructions: Instruction[] = readFileSync(FILE, 'utf8')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() && !line.startsWith('#'))
  .map((line) => {
    const [name = '', ...words] = line.trim().split(/\s+/)
    return { name, words }
  })

const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
const folder = makeFolder('container')
let child: ChildProcess | undefined
afterAll(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Copies what an instruction of the last stage copies. `/packed` of the first stage is the package as npm packs it. */
function copy(words: readonly string[]): void {
  const [from, paths] = words[0]?.startsWith('--from=') ? [words[0], words.slice(1)] : ['', words]
  const target = paths.at(-1) as string
  for (const source of paths.slice(0, -1)) {
    if (from) {
      expect([from, source, target]).toEqual(['--from=package', '/packed', '/packed'])
      mkdirSync(join(folder, 'packed'))
      cpSync(packProject(), join(folder, 'packed/package.tgz'))
    } else {
      const name = target.endsWith('/') ? join(target, source.split('/').at(-1) as string) : target
      cpSync(source, join(folder, 'app', name), { recursive: true })
    }
  }
}

describe('the container file', () => {
  it('copies nothing that is not in the repository', () => {
    const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n')
    const sources = instructions
      .filter(({ name, words }) => name === 'COPY' && !words[0]?.startsWith('--'))
      .flatMap(({ words }) => words.slice(0, -1))
    expect(sources.length).toBeGreaterThan(4)
    for (const source of sources.filter((path) => path !== '.'))
      expect(
        tracked.some((path) => path === source || path.startsWith(`${source}/`)),
        source,
      ).toBe(true)
  })

  it('keeps what is made on this machine, and what is secret, out of its context', () => {
    const ignored = readFileSync(`${FILE}.dockerignore`, 'utf8').split('\n')
    for (const path of ['**/node_modules', '.git', 'dist', 'integrations/oidc/config.json'])
      expect(ignored).toContain(path)
  })

  it('runs as nobody in particular, and has no configuration in it', () => {
    expect(last.find(({ name }) => name === 'USER')?.words).toEqual(['node'])
    expect(last.some(({ name, words }) => name === 'COPY' && words.some((word) => /config/.test(word)))).toBe(
      false,
    )
  })

  it('has a last stage whose commands give a provider that answers', async () => {
    mkdirSync(join(folder, 'app'))
    for (const { name, words } of last) {
      if (name === 'COPY') copy(words)
      if (name === 'RUN') {
        const command = words.join(' ').replaceAll('/packed', join(folder, 'packed'))
        execSync(command, { cwd: join(folder, 'app'), stdio: ['ignore', 'ignore', 'pipe'] })
      }
    }
    expect(existsSync(join(folder, 'app/node_modules/openid-client'))).toBe(false)
    const port = await findPort()
    const issuer = `http://localhost:${port}`
    const config = join(folder, 'config.json')
    const settings = { ...makeKeys(), issuer, port, chains: ['eip155:1'], clients: [] }
    writeFileSync(config, JSON.stringify(settings))
    const [program, ...args] = JSON.parse(last.find(({ name }) => name === 'CMD')?.words.join(' ') ?? '[]')
    child = spawn(
      program,
      args.map((word: string) => word.replace('/config/config.json', config)),
      {
        cwd: join(folder, 'app'),
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    await new Promise<void>((resolve, reject) => {
      child?.once('exit', () => reject(new Error('the provider has ended')))
      child?.stdout?.on('data', (said) => String(said).includes('listening on') && resolve())
    })
    const found = await fetch(`${issuer}/.well-known/openid-configuration`)
    expect(await found.json()).toMatchObject({ issuer, code_challenge_methods_supported: ['S256'] })
    expect((await fetch(`${issuer}/wallet/embed.js`)).status).toBe(200)
  })
})
