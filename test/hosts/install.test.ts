import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder, packProject } from './pack.js'

/** The most packages and bytes of an installation, as the README says. */
const readme = readFileSync('README.md', 'utf8')
const [, packages = '0', megabytes = '0'] =
  /brings\s\*\*(\d+) packages\*\* and \*\*([\d.]+) MB\*\*/.exec(readme) ?? []

/** Messages of a package manager about this machine's settings, or about its own version. */
const ABOUT_THE_MACHINE =
  /Unknown (?:user|env) config|nodedir|Update available|npm help npmrc|update-notifier/

interface Installation {
  folder: string
  warnings: string[]
  /** Name and version of each installed package. */
  packages: Set<string>
  bytes: number
}

function measure(folder: string, found = new Map<string, number>()): Map<string, number> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) continue
    if (entry.isDirectory()) measure(path, found)
    else found.set(path, lstatSync(path).size)
  }
  return found
}

/** Installs in an empty folder. */
function install(name: string, [command = '', ...args]: string[], manifest: object = {}): Installation {
  const folder = makeFolder(name)
  const own = { name: 'app', version: '1.0.0', license: 'MIT', private: true, type: 'module' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...own, ...manifest }))
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', shell: false })
  const lines = `${stdout}\n${stderr}`.split('\n')
  expect(status, lines.join('\n')).toBe(0)
  const warnings = lines.filter((line) => /warn|deprecat/i.test(line) && !ABOUT_THE_MACHINE.test(line))
  const modules = join(folder, 'node_modules')
  const files = existsSync(modules) ? measure(modules) : new Map<string, number>()
  const manifests = [...files.keys()].filter((path) =>
    /node_modules\/(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(path),
  )
  const installed = new Set(
    manifests.map((manifestPath) => {
      const { name: found, version } = JSON.parse(readFileSync(manifestPath, 'utf8'))
      return `${found}@${version}`
    }),
  )
  return {
    folder,
    warnings,
    packages: installed,
    bytes: [...files.values()].reduce((sum, size) => sum + size, 0),
  }
}

const npx = (...words: string[]) => ['npx', '--yes', ...words]
const file = `file:${packProject()}`
const react = ['react', 'react-dom']

describe('the packed package in an empty folder', () => {
  it.each([
    ['npm', ['npm', 'install', file]],
    ['pnpm', npx('pnpm@9.15.9', 'add', file)],
    // Yarn 1 installs no peers by itself.
    ['Yarn 1', npx('yarn@1.22.22', 'add', file, ...react)],
  ])('installs with %s what the README says, without a warning (T06) (X10)', (manager, command) => {
    const { warnings, packages: names, bytes } = install(manager.replace(' ', '-'), command)
    expect(warnings).toEqual([])
    expect([...names].map((name) => name.replace(/@[^@]*$/, '')).sort()).toEqual([
      'react',
      'react-dom',
      'scheduler',
      'wallet-connect-button',
    ])
    expect(names.size).toBeLessThanOrEqual(Number(packages))
    expect(bytes).toBeLessThanOrEqual(Number(megabytes) * 1e6)
  })

  it('runs the server’s half and the headless client with Yarn’s Plug’n’Play (X10)', () => {
    const { folder } = install('pnp', ['npm', '--version'], { packageManager: 'yarn@4.18.1' })
    writeFileSync(
      join(folder, '.yarnrc.yml'),
      'nodeLinker: pnp\nenableGlobalCache: true\nenableTelemetry: false\n',
    )
    writeFileSync(join(folder, 'yarn.lock'), '')
    const yarn = (...args: string[]) =>
      execFileSync('npx', ['--yes', '@yarnpkg/cli-dist@4.18.1', ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, CI: '', YARN_IGNORE_PATH: '1' },
      })
    const said = yarn('add', `wallet-connect-button@${file}`, ...react)
    // Steps, added packages, and its note about ES modules with PnP.
    const ordinary = /YN00(?:00|13|85|92)/
    expect(said.split('\n').filter((line) => /YN\d+/.test(line) && !ordinary.test(line))).toEqual([])
    writeFileSync(join(folder, 'run.mjs'), PROGRAM)
    expect(yarn('node', 'run.mjs').trim().split('\n').at(-1)).toBe(SAID)
    expect(existsSync(join(folder, '.pnp.cjs'))).toBe(true)
  })
})

describe('npm’s own check of an installation (HO12)', () => {
  const isValid = (folder: string) => spawnSync('npm', ['ls', '--all'], { cwd: folder }).status === 0

  it('finds nothing invalid without the optional packages (HO12)', () => {
    expect(isValid(install('ls', ['npm', 'install', file]).folder)).toBe(true)
  })

  it('finds nothing invalid with @walletconnect/modal and the line that the documents name (HO12)', () => {
    const line = /^\{ ("overrides": \{.*\}) \}$/m.exec(readFileSync('docs/wallets.md', 'utf8'))?.[1]
    const manifest = JSON.parse(`{${line}}`)
    const { folder, warnings } = install(
      'modal',
      ['npm', 'install', file, '@walletconnect/modal@2'],
      manifest,
    )
    expect(warnings).toEqual([])
    expect(isValid(folder)).toBe(true)
  })
})

/** A server program with no other package. */
const PROGRAM = `
import { createSignIn, createSignInHandler, createStarknetSignIn } from 'wallet-connect-button/server'
import { createWalletClient } from 'wallet-connect-button/client'
import 'wallet-connect-button'
const chainId = 'starknet:SN_MAIN'
const options = { domain: 'shop.example', chains: ['eip155:1'] }
const signIn = createSignIn(options)
const response = await createSignInHandler(signIn, { base: '/auth' })(new Request('https://shop.example/auth/nonce'))
const { nonce, domain } = await response.json()
createStarknetSignIn({ domain, chainId, message: nonce })
const start = async () => createSignIn({ ...options, chains: [chainId], rpc: { [chainId]: 'http://127.0.0.1:1' } })
const failure = await start().catch((error) => error)
console.log([response.status, domain, typeof createWalletClient, failure.name, failure.code, failure.message].join())
`
const SAID =
  '200,shop.example,function,WalletError,config_invalid,To sign Starknet accounts in, install the starknet package'

describe('an app that uses only the server’s half', () => {
  it.each([
    ['npm', ['npm', 'install', file]],
    ['pnpm', npx('pnpm@9.15.9', 'add', file)],
  ])(
    'needs no other package with %s, and says which one Starknet accounts need (T06)',
    (manager, command) => {
      const { folder, warnings } = install(`server-${manager}`, command)
      expect(warnings).toEqual([])
      writeFileSync(join(folder, 'run.mjs'), PROGRAM)
      const printed = execFileSync(process.execPath, ['run.mjs'], { cwd: folder, encoding: 'utf8' })
      expect(printed.trim()).toBe(SAID)
    },
  )
})

/** Asks each example for a nonce; examples that are servers are asked over HTTP. */
const ASK = `
import { spawn } from 'node:child_process'
import plain from './plain-fetch.mjs'
import { GET } from './next-route.mjs'
const told = []
const note = async (name, response) => told.push([name, response.status, (await response.text()).includes('nonce')].join(' '))
await note('plain-fetch', await plain.fetch(new Request('https://shop.example/auth/nonce')))
await note('next-route', await GET(new Request('https://shop.example/api/trpc/signIn.nonce')))
for (const [name, path] of [['form-express', '/'], ['plain-node-http', '/auth/nonce'], ['plain-express', '/auth/nonce'], ['node-http', '/trpc/signIn.nonce'], ['express', '/trpc/signIn.nonce']]) {
  const child = spawn(process.execPath, [name + '.mjs'], { env: { ...process.env, PORT: '0', DOMAIN: 'localhost:3001' }, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  const port = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(name + ' ended')))
    child.stdout.on('data', (text) => { said += text; const found = /port: (\\d+)/.exec(said); if (found) resolve(found[1]) })
  })
  await note(name, await fetch('http://127.0.0.1:' + port + path))
  child.kill()
}
console.log(told.join('\\n'))
`

describe('the server examples', () => {
  it.each([
    ['npm', ['npm', 'install']],
    ['pnpm', npx('pnpm@9.15.9', 'add')],
  ])('answer when %s has installed what their first lines say (X11)', (manager, command) => {
    const wanted = ['express', 'keyv', '@trpc/server']
    const { folder, warnings } = install(`examples-${manager}`, [...command, file, ...wanted])
    expect(warnings).toEqual([])
    cpSync('demo/server-examples', folder, { recursive: true })
    writeFileSync(join(folder, 'ask.mjs'), ASK)
    const printed = execFileSync(process.execPath, ['ask.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
    })
    const names = [
      'plain-fetch',
      'next-route',
      'form-express',
      'plain-node-http',
      'plain-express',
      'node-http',
      'express',
    ]
    expect(printed.trim().split('\n')).toEqual(names.map((name) => `${name} 200 true`))
  })
})
