import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOSTS } from '../../demo/studio/snippets.js'
import { toAttributes } from '../../demo/studio/tag.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { type PageServer, startPageServer } from '../counterparts/servers.js'
import { anyState } from '../unit/studio/any-state.js'
import { makeFolder, packProject } from './pack.js'

const open = useChromium()
const states = fc.sample(anyState, { numRuns: 10, seed: 20 })
const numbers = states.map((_, index) => index)
const release = { script: '', integrity: '', sheet: '', sheetIntegrity: '' }

/** An application: where each state's code goes, and what shows all of them. */
interface App {
  /** The folder below demo/hosts that it is made from. */
  from: string
  /** The files of the page that the build leaves. */
  output: string
  /** The file of one state, below the application's folder. */
  component(index: number): string
  /** The file that shows them all. */
  entry: string
  write(): string
}

const importAll = (name: string, file: (index: number) => string): string =>
  numbers.map((index) => `import ${name.replace('#', String(index))} from '${file(index)}'`).join('\n')
const repeat = (text: string): string =>
  numbers.map((index) => text.replaceAll('#', String(index))).join('\n')

const APPS: Readonly<Record<string, App>> = {
  react: {
    from: 'react-19',
    output: 'dist',
    component: (index) => `src/connect-${index}.tsx`,
    entry: 'src/main.jsx',
    write: () => `import { createRoot } from 'react-dom/client'
${importAll('{ Connect as Connect# }', (index) => `./connect-${index}.tsx`)}
createRoot(document.querySelector('#root') ?? document.body.appendChild(document.createElement('main'))).render(<>${repeat('<Connect# />')}</>)`,
  },
  next: {
    from: 'next',
    output: 'out',
    component: (index) => `app/connect-${index}.tsx`,
    entry: 'app/page.jsx',
    write: () => `${importAll('{ Connect as Connect# }', (index) => `./connect-${index}`)}
export default function Page() {
  return <main>${repeat('<Connect# />')}</main>
}`,
  },
  vue: {
    from: 'vue',
    output: 'dist',
    component: (index) => `src/Connect${index}.vue`,
    entry: 'src/Shop.vue',
    write: () => `<script setup>
${importAll('Connect#', (index) => `./Connect${index}.vue`)}
</script>
<template>
${repeat('<Connect# />')}
</template>`,
  },
  svelte: {
    from: 'svelte',
    output: 'dist',
    component: (index) => `src/Connect${index}.svelte`,
    entry: 'src/Shop.svelte',
    write: () => `<script>
${importAll('Connect#', (index) => `./Connect${index}.svelte`)}
</script>
${repeat('<Connect# />')}`,
  },
  angular: {
    from: 'angular',
    output: 'dist/browser',
    component: (index) => `src/connect-${index}.ts`,
    entry: 'src/main.ts',
    write: () => `import { Component, provideZonelessChangeDetection } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { NgComponentOutlet } from '@angular/common'
${importAll('{ ConnectComponent as C# }', (index) => `./connect-${index}`)}
@Component({ selector: 'app-wallet', imports: [NgComponentOutlet], template: \`${repeat('<ng-container *ngComponentOutlet="all[#]" />')}\` })
class All { all = [${repeat('C#,')}] }
bootstrapApplication(All, { providers: [provideZonelessChangeDetection()] })`,
  },
}

/** Builds an application of ten states, each in a file of its own as it is copied. @returns the folder of its page */
function build(host: string, { from, output, component, entry, write }: App): string {
  const folder = makeFolder(`studio-${host}`)
  cpSync(join('demo/hosts', from), folder, { recursive: true })
  for (const file of ['src/wallet.ts', 'app/wallet.jsx', 'app/auth']) {
    rmSync(join(folder, file), { recursive: true, force: true })
  }
  const env = {
    ...process.env,
    CI: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    NG_CLI_ANALYTICS: 'false',
    NODE_ENV: undefined,
  }
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', env })
    expect(status, `npm ${args.join(' ')} (${host})\n${stdout}\n${stderr}`).toBe(0)
  }
  run('ci')
  // Next reads types itself, and wants their packages.
  const types = host === 'next' ? ['typescript@5.9', '@types/react@19', '@types/node@20'] : []
  run('install', '--no-save', packProject(), ...types)
  for (const [index, state] of states.entries()) {
    const [snippet] = HOSTS[host]?.write(state, release) ?? []
    writeFileSync(join(folder, component(index)), snippet?.code ?? '')
  }
  writeFileSync(join(folder, entry), write())
  if (host === 'next') {
    // Its page as files.
    writeFileSync(join(folder, 'next.config.mjs'), "export default { output: 'export' }")
  }
  run('run', 'build')
  return join(folder, output)
}

let server: PageServer
beforeAll(async () => {
  server = await startPageServer()
})
afterAll(() => server?.stop())

describe('code from the studio, copied into an application', () => {
  it.each(Object.entries(APPS))('is built and draws its button, in ten states: %s', async (host, app) => {
    const folder = build(host, app)
    const read = async (path: string) => {
      const file = join(folder, path || 'index.html')
      return existsSync(file) ? readFileSync(file) : null
    }
    const site = await startPageServer({ folders: { '/': read } })
    const { page, errors, console: lines } = await open({ url: site.origin })
    const tags = page.locator('wallet-connect-button')
    await expect.poll(() => tags.count(), { timeout: 20_000 }).toBe(states.length)
    await tags.last().locator('[part=button]').waitFor()
    const shown = await tags.evaluateAll((all) =>
      all.map((tag) => ({
        attributes: Object.fromEntries(
          [...tag.attributes]
            .filter(({ name }) => !/^(style|_ng|ng-|data-)/.test(name))
            // It counts by being there; some frameworks write `true` into it.
            .map(({ name, value }) => [name, name === 'show-balance' ? '' : value]),
        ),
        properties: [...(tag as HTMLElement).style]
          .map((name) => `${name}: ${(tag as HTMLElement).style.getPropertyValue(name).trim()}`)
          .join('; '),
        sharp: getComputedStyle(tag).getPropertyValue('--wcb-radius'),
      })),
    )
    const wanted = states.map((state) => {
      const { style, ...attributes } = Object.fromEntries(
        toAttributes(state).map(([name, value]) => [name, value === true ? '' : value]),
      )
      return { attributes, properties: style ?? '' }
    })
    expect(shown.map(({ attributes, properties }) => ({ attributes, properties }))).toEqual(wanted)
    // The style sheet of the ready looks is there with the first paint.
    for (const [index, state] of states.entries())
      if (state.look === 'square' && !state.radius) expect(shown[index]?.sharp.trim()).toBe('0px')
    // A form's nonce is the server's: in its place the studio writes words that nobody could sign with, and that is said.
    const said = lines.filter((line) => !line.includes('sign-in-nonce="PUT-THE-NONCE'))
    expect([...errors, ...said]).toEqual([])
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  })
})
