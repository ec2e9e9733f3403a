import { build } from 'esbuild'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, startDemo } from '../../../demo/server.js'
import { HOSTS, type Release } from '../../../demo/studio/snippets.js'
import { DEFAULTS } from '../../../demo/studio/state.js'
import { toAttributes } from '../../../demo/studio/tag.js'
import { useChromium } from '../../counterparts/chromium-hooks.js'
import { inPackage } from '../../counterparts/package-root.js'
import { anyState } from '../../unit/studio/any-state.js'

const open = useChromium()
let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ port: 0, quiet: true })
})
afterAll(() => demo?.stop())

const states = fc.sample(anyState, { numRuns: 10, seed: 7 })

/** The attributes of every button on a page, once the buttons are drawn. */
const readTags = async (url: string) => {
  const { page, errors } = await open({ url })
  await page.waitForFunction(() => customElements.get('wallet-connect-button'))
  const tags = page.locator('wallet-connect-button')
  await tags.last().locator('[part=button]').waitFor()
  expect(errors).toEqual([])
  return tags.evaluateAll((all) =>
    all.map((tag) => Object.fromEntries([...tag.attributes].map(({ name, value }) => [name, value]))),
  )
}

describe('the studio page', () => {
  it('shows the configured button, keeps the configuration in the address, and connects a demo wallet', async () => {
    const { page, errors, console, requests } = await open({ url: demo.page('studio') })
    await page.getByLabel('Text of the button').fill('Come in')
    await page.getByLabel('Theme').selectOption('dark')
    const inside = page.frameLocator('#preview')
    await inside.getByRole('button', { name: 'Come in' }).click()
    await inside.getByRole('button', { name: /^Demo wallet/ }).press('Enter')
    await inside.getByRole('button', { name: 'Approve' }).click()
    await inside.getByText('0xf39F', { exact: false }).waitFor()
    expect(new URL(page.url()).search).toBe('?label=Come+in&theme=dark')
    await page.reload()
    expect(await page.getByLabel('Text of the button').inputValue()).toBe('Come in')
    expect([...errors, ...console]).toEqual([])
    expect(requests.filter((url) => !url.startsWith('http://127.0.0.1:'))).toEqual([])
  })

  it('shows the default when its address was tampered with, and says so: nothing of it is markup', async () => {
    const markup = '<img src=x onerror=alert(1)>'
    const { page, errors, console } = await open({
      url: `${demo.page('studio')}?theme=${encodeURIComponent(markup)}&${encodeURIComponent('<b>')}=1&app=${encodeURIComponent(markup)}&font=${encodeURIComponent('x;}*{display:none')}#toString`,
    })
    const notice = page.getByRole('status').first()
    await notice.getByText('theme, <b>, font, toString').waitFor()
    expect(await page.getByLabel('Theme').inputValue()).toBe('system')
    expect(await page.getByRole('button', { name: 'HTML', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    // The name of the page may have any characters. They stay text in the code, in the field and in the list.
    expect(await page.getByLabel('Name of the page').inputValue()).toBe(markup)
    expect(await page.locator('#snippets code').first().innerText()).toContain('app-name="&#60;img')
    const inside = page.frameLocator('#preview')
    await inside.getByRole('button', { name: 'Connect wallet' }).click()
    await inside.getByText(markup, { exact: false }).waitFor()
    expect(await page.locator('main img, main b').count()).toBe(0)
    expect(await inside.locator('img[src="x"], b').count()).toBe(0)
    expect([...errors, ...console]).toEqual([])
  })

  it('has the code for its address, with the hash of the script', async () => {
    const { page } = await open({ url: `${demo.page('studio')}#webflow` })
    const code = await page.locator('#snippets code').first().innerText()
    expect(code).toMatch(
      /<script src="[^"]+embed\.js" integrity="sha384-[^"]+" crossorigin="anonymous" defer>/,
    )
    await page.getByRole('button', { name: 'Svelte' }).click()
    await page.locator('#snippets', { hasText: "import 'wallet-connect-button'" }).waitFor()
    expect(new URL(page.url()).hash).toBe('#svelte')
  })
})

describe('code from the studio', () => {
  const release = async (): Promise<Release> => {
    const hashes = JSON.parse(await (await fetch(`${demo.cdn}/dist/integrity.json`)).text())
    return {
      script: `${demo.cdn}/dist/embed.js`,
      integrity: hashes['embed.js'],
      sheet: `${demo.cdn}/dist/looks.css`,
      sheetIntegrity: hashes['looks.css'],
    }
  }
  const wanted = (state: (typeof states)[number]) =>
    Object.fromEntries(toAttributes(state).map(([name, value]) => [name, value === true ? '' : value]))

  it.each(['html', 'webflow', 'squarespace'])('runs in a page, in ten states: %s', async (host) => {
    const given = await release()
    const body = states.flatMap((state) => HOSTS[host]?.write(state, given).map(({ code }) => code) ?? [])
    const url = demo.server.page(`/studio-${host}`, `<!doctype html><body>${body.join('\n')}`)
    expect(await readTags(url)).toEqual(states.map(wanted))
  })

  it('runs in a host that creates the element from an address, a name and attributes, in ten states: wix', async () => {
    const given = await release()
    const panels = states.map((state) => HOSTS.wix?.write(state, given).map(({ code }) => code) ?? [])
    const url = demo.server.page(
      '/studio-wix',
      `<!doctype html><body><script type="application/json">${JSON.stringify(panels).replaceAll('<', '\\u003c')}</script><script>
        for (const [address, name, attributes] of JSON.parse(document.querySelector('script').textContent)) {
          if (!document.querySelector('script[src]'))
            document.head.append(Object.assign(document.createElement('script'), { src: address }))
          const element = document.createElement(name)
          for (const line of attributes.split('\\n')) {
            const [, key, value] = /^([^:]+): ?(.*)$/.exec(line)
            element.setAttribute(key, value)
          }
          document.body.append(element)
        }
      </script>`,
    )
    expect(await readTags(url)).toEqual(states.map(wanted))
  })

  it('has the ready look from the first paint on, by its style sheet', async () => {
    const given = await release()
    const body = HOSTS.html?.write({ ...DEFAULTS, look: 'square' }, given)[0]?.code
    const { page, errors, requests } = await open({
      url: demo.server.page('/studio-look', `<!doctype html><body>${body}`),
    })
    await page.locator('wallet-connect-button [part=button]').waitFor()
    const radius = await page
      .locator('wallet-connect-button [part=button]')
      .evaluate((button) => getComputedStyle(button).borderRadius)
    expect(radius).toBe('0px')
    expect(requests).toContain(given.sheet)
    expect(errors).toEqual([])
  })

  it.each(['react', 'next'])('runs in a React app, in ten states: %s', async (host) => {
    const imports = states.map((_, index) => `import { Connect as C${index} } from './state-${index}.tsx'`)
    const { outputFiles } = await build({
      stdin: {
        contents: `${imports.join('\n')}; import { createRoot } from 'react-dom/client'
          createRoot(document.querySelector('main')).render(<>${states.map((_, index) => `<C${index} />`).join('')}</>)`,
        loader: 'tsx',
        resolveDir: inPackage(),
      },
      plugins: [
        {
          name: 'snippets',
          setup(plugin) {
            plugin.onResolve({ filter: /state-\d+\.tsx$/ }, ({ path }) => ({ path, namespace: 'snippet' }))
            plugin.onLoad({ filter: /.*/, namespace: 'snippet' }, async ({ path }) => {
              const state = states[Number(/\d+/.exec(path)?.[0])] as (typeof states)[number]
              const contents = HOSTS[host]?.write(state, await release())[0]?.code ?? ''
              // A bundler handles the style sheet; test/hosts builds with it.
              const code = contents.replace("import 'wallet-connect-button/looks.css'\n", '')
              return { contents: code, loader: 'tsx', resolveDir: inPackage() }
            })
          },
        },
      ],
      bundle: true,
      format: 'esm',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      tsconfigRaw: '{}',
      write: false,
      splitting: true,
      outdir: '/out',
    })
    for (const { path, contents } of outputFiles)
      demo.server.route(`/studio-${host}/${path.split('/').at(-1)}`, {
        body: contents,
      })
    const entry = outputFiles
      .find(({ path }) => path.endsWith('stdin.js'))
      ?.path.split('/')
      .at(-1)
    demo.server.page(
      `/studio-${host}/`,
      `<!doctype html><body><main></main><script type="module" src="${entry}"></script>`,
    )
    const tags = await readTags(`${demo.server.origin}/studio-${host}/`)
    // React writes styles in its own spelling.
    const toList = (tag: Record<string, string | undefined>) => ({
      ...tag,
      style: (tag.style ?? '').split(/;\s*/).filter(Boolean),
    })
    expect(tags.map(toList)).toEqual(states.map(wanted).map(toList))
  })
})
