import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNTS } from '../browser/support/wallets.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { blocksIn } from '../counterparts/code-blocks.js'
import { makeFolder, packProject } from './pack.js'
import { connect, openSite, serveFolder } from './site.js'

const open = useChromium()
let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil?.stop())

const TAG = '<wallet-connect-button chains="eip155:1"></wallet-connect-button>'
const HTML = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title>`
const IMPORT = "import 'wallet-connect-button'\n"
const REACT = ['react@19', 'react-dom@19']

/** A block of the page about frameworks. */
function findBlock(language: string, part: string): string {
  const found = blocksIn(language).find(
    ({ file, code }) => file === 'docs/hosts/frameworks.md' && code.includes(part),
  )
  if (!found) throw new Error(`docs/hosts/frameworks.md has no block with ${part}`)
  return found.code
}

/** An application: what npm installs, its files, the program that builds it, and the folder of the result. */
interface Application {
  packages: readonly string[]
  files: Record<string, string>
  build: readonly string[]
  site: string
  /** Whether the HTML that is sent contains the tag. */
  isRendered?: boolean
}

const APPLICATIONS: Record<string, () => Application> = {
  Rspack: () => ({
    packages: ['@rspack/core@1', ...REACT],
    files: {
      'main.js': IMPORT,
      'webpack.js': findBlock('js', 'resolve: { alias'),
      'build.js': `import { rspack } from '@rspack/core'
import settings from './webpack.js'
const output = { path: import.meta.dirname + '/site' }
rspack({ mode: 'production', entry: './main.js', performance: false, output, ...settings }, (error, stats) => {
  if (error || stats.hasErrors() || stats.hasWarnings()) throw error ?? new Error(stats.toString())
})`,
      'site/index.html': `${HTML}${TAG}<script src="/main.js"></script>`,
    },
    build: ['node', 'build.js'],
    site: 'site',
  }),
  Rolldown: () => ({
    packages: ['rolldown@1', ...REACT],
    files: {
      'main.js': IMPORT,
      'build.js': `import { rolldown } from 'rolldown'
import settings from './settings.js'
const bundle = await rolldown({ input: 'main.js', platform: 'browser', ...settings })
await bundle.write({ dir: 'site/built' })`,
      'settings.js': findBlock('js', 'external: ['),
      'site/index.html': `${HTML}${TAG}<script type="module" src="/built/main.js"></script>`,
    },
    build: ['node', 'build.js'],
    site: 'site',
  }),
  Alpine: () => ({
    packages: ['alpinejs@3'],
    files: {
      'site/index.html': HTML + findBlock('html', 'x-data'),
      'build.js': `import { copyFileSync } from 'node:fs'
copyFileSync('node_modules/alpinejs/dist/cdn.min.js', 'site/alpine.js')`,
    },
    build: ['node', 'build.js'],
    site: 'site',
  }),
  SvelteKit: () => ({
    packages: [
      '@sveltejs/kit@2',
      '@sveltejs/vite-plugin-svelte@6',
      '@sveltejs/adapter-static@3',
      'svelte@5',
      'vite@7',
      ...REACT,
    ],
    files: {
      'svelte.config.js': `import adapter from '@sveltejs/adapter-static'
export default { kit: { adapter: adapter() } }`,
      'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite'
export default { plugins: [sveltekit()] }`,
      'src/app.html': `${HTML.replace('<title>', '<link rel="icon" href="data:,"><title>')}%sveltekit.head%<body><div>%sveltekit.body%</div></body></html>`,
      'src/routes/+page.js': 'export const prerender = true',
      'src/routes/+page.svelte': findBlock('svelte', 'onwallet_connected'),
    },
    build: ['npx', '--no-install', 'vite', 'build'],
    site: 'build',
    isRendered: true,
  }),
  'React Router': () => ({
    packages: [
      'react-router@7.18.4',
      '@react-router/node@7.18.4',
      '@react-router/dev@7.18.4',
      'vite@7',
      'isbot@5',
      ...REACT,
    ],
    files: {
      'vite.config.js': `import { reactRouter } from '@react-router/dev/vite'
export default { plugins: [reactRouter()] }`,
      'react-router.config.js': "export default { ssr: false, prerender: ['/'] }",
      'app/root.jsx': `import { Outlet, Scripts } from 'react-router'
export default () => <html lang="en"><head><meta charSet="utf-8" /><title>A shop</title></head><body><Outlet /><Scripts /></body></html>`,
      'app/routes.js': `import { index } from '@react-router/dev/routes'
export default [index('home.jsx')]`,
      'app/home.jsx': `import { useState } from 'react'
import { WalletConnectButton } from 'wallet-connect-button/react'
export default function Home() {
  const [account, setAccount] = useState('')
  return <main><WalletConnectButton chains="eip155:1" onWalletConnected={({ detail }) => setAccount(detail.account)} /><p>{account}</p></main>
}`,
    },
    build: ['npx', '--no-install', 'react-router', 'build'],
    site: 'build/client',
    isRendered: true,
  }),
  VitePress: () => ({
    packages: ['vitepress@1', ...REACT],
    files: {
      '.vitepress/config.js': findBlock('js', '  vue: { template'),
      '.vitepress/theme/index.js': findBlock('js', 'vitepress/theme'),
      'index.md': `# Pay here\n\n${TAG}\n`,
    },
    build: ['npx', '--no-install', 'vitepress', 'build', '.'],
    site: '.vitepress/dist',
    isRendered: true,
  }),
}

/** Pages that show the account which the event names. */
const HEARING = ['Alpine', 'SvelteKit', 'React Router']

describe('an application as the documents say (HO14)', () => {
  it.each(Object.entries(APPLICATIONS))(
    '%s: a wallet connects, and nothing is in the console (HO14)',
    async (name, write) => {
      const { packages, files, build, site, isRendered } = write()
      const folder = makeFolder('more')
      for (const [file, text] of Object.entries({
        'package.json': '{ "private": true, "type": "module" }',
        ...files,
      })) {
        mkdirSync(dirname(join(folder, file)), { recursive: true })
        writeFileSync(join(folder, file), text)
      }
      const env = { ...process.env, NODE_ENV: undefined, VITEST: undefined }
      const run = ([command = '', ...args]: readonly string[]) => {
        const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env })
        expect(status, `${stdout}\n${stderr}`).toBe(0)
      }
      run(['npm', 'install', '--no-audit', '--no-fund', packProject(), ...packages])
      run(build)
      const root = join(folder, site)
      expect(existsSync(join(root, 'index.html'))).toBe(true)
      if (isRendered)
        expect(readFileSync(join(root, 'index.html'), 'utf8')).toContain('<wallet-connect-button')

      const opened = await openSite(open, anvil, serveFolder(root))
      await connect(opened.page)
      const shown = opened.page.locator('wallet-connect-button + p')
      if (HEARING.includes(name)) await expect.poll(() => shown.innerText()).toBe(ACCOUNTS[0])
      expect(opened.faults()).toEqual([])
    },
  )
})
