// Installs, builds and measures every page under pages/, then prints a table and writes JSON. See README.md.
import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { cpus, loadavg, tmpdir } from 'node:os'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { OPEN_SHADOW_ROOTS, runAxe } from './lib/axe.mjs'
import { bundle } from './lib/build.mjs'
import { summarise } from './lib/summarise.mjs'

const HERE = dirname(fileURLToPath(import.meta.url))
const { values: opt } = parseArgs({
  options: {
    steps: { type: 'string', default: 'install,build,measure' },
    pages: { type: 'string', default: '' },
    settings: { type: 'string', default: 'fast,cpu4,eager,heap,many,privacy,axe' },
    runs: { type: 'string', default: '7' },
    few: { type: 'string', default: '3' },
    before: { type: 'string', default: '2026-11-20' }, // npm resolves indirect dependencies as of this day
    work: { type: 'string', default: join(tmpdir(), 'bench-peers') },
    out: { type: 'string', default: '' },
    chromium: {
      type: 'string',
      default:
        process.env.CHROMIUM ??
        execFileSync('sh', ['-c', 'command -v chromium || true'], { encoding: 'utf8' }).trim(),
    },
    bundler: { type: 'string', default: 'vite' }, // or esbuild
    hover: { type: 'string', default: '0' }, // ms that the pointer rests on the button before the click
    shots: { type: 'boolean', default: false },
    variants: { type: 'boolean', default: false },
  },
})
const WORK = resolve(opt.work)
const OUT = resolve(opt.out || join(WORK, 'out'))
const DIST = join(WORK, `dist-${opt.bundler}`)
process.env.OURS ??= resolve(HERE, '../../..')
const steps = new Set(opt.steps.split(','))
const from = (src, path) =>
  resolve(
    src,
    path.replace(/^\$(\w+)/, (_, name) => process.env[name] ?? '/nowhere'),
  )
const allPages = readdirSync(join(HERE, 'pages')).filter((p) =>
  existsSync(join(HERE, 'pages', p, 'page.json')),
)
const ORDER = ['floor-empty', 'floor-lazy', 'floor-react']
allPages.sort((a, b) => (ORDER.indexOf(a) + 1 || 99) - (ORDER.indexOf(b) + 1 || 99) || a.localeCompare(b))
const pageOf = (p) => JSON.parse(readFileSync(join(HERE, 'pages', p, 'page.json'), 'utf8'))
const pages = opt.pages
  ? opt.pages.split(',')
  : allPages.filter((p) => opt.variants || pageOf(p).role !== 'variant')
const say = (...words) => console.error(new Date().toISOString().slice(11, 19), ...words)
mkdirSync(OUT, { recursive: true })

// ------------------------------------------------------------------ install
const run = (command, args, cwd) =>
  promisify(execFile)(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 24 }).then((r) => r.stdout)
async function npmInstall(folder) {
  const wanted = readFileSync(join(folder, 'package.json'), 'utf8')
  const manifest = JSON.parse(wanted)
  const t = Date.now()
  if (manifest.benchPack && !existsSync(join(folder, 'pack', 'package'))) {
    // Only the package itself, without its dependencies, because it is served as shipped.
    mkdirSync(join(folder, 'pack'), { recursive: true })
    const tar = (await run('npm', ['pack', manifest.benchPack, '--loglevel=error'], join(folder, 'pack')))
      .trim()
      .split('\n')
      .pop()
    await run('tar', ['-xzf', tar], join(folder, 'pack'))
  }
  if (Object.keys(manifest.dependencies ?? {}).length === 0) return
  const stamp = join(folder, 'node_modules', '.bench-stamp')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await run(
    'npm',
    [
      'install',
      '--legacy-peer-deps',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `--before=${opt.before}`,
    ],
    folder,
  )
  writeFileSync(stamp, wanted)
  say('installed', relative(WORK, folder) || '.', `${((Date.now() - t) / 1000).toFixed(0)} s`)
}
function stage() {
  mkdirSync(join(WORK, 'pages'), { recursive: true })
  for (const name of ['lib', 'package.json']) cpSync(join(HERE, name), join(WORK, name), { recursive: true })
  for (const name of new Set(pages.flatMap((p) => [p, pageOf(p).install ?? p])))
    cpSync(join(HERE, 'pages', name), join(WORK, 'pages', name), { recursive: true })
}
stage()
if (steps.has('install')) {
  const folders = [
    WORK,
    ...[...new Set(pages.map((p) => pageOf(p).install ?? p))].map((p) => join(WORK, 'pages', p)),
  ]
  const next = async () => {
    for (let folder; (folder = folders.shift()); ) await npmInstall(folder)
  }
  await Promise.all([next(), next(), next()])
}
const require = createRequire(join(WORK, 'package.json'))

// ------------------------------------------------------------------ build
function walk(folder, base = folder) {
  return readdirSync(folder).flatMap((f) => {
    const path = join(folder, f)
    return statSync(path).isDirectory() ? walk(path, base) : [relative(base, path)]
  })
}
async function build(p) {
  const page = pageOf(p)
  const src = join(WORK, 'pages', p)
  const dist = join(DIST, p)
  if (!page.copy) return bundle({ bundler: opt.bundler, work: WORK, page, name: p, src, dist, say })
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  for (const [path, to] of Object.entries(page.copy)) {
    cpSync(from(src, path), join(dist, to), { recursive: true, filter: (f) => !f.endsWith('.map') })
  }
  cpSync(join(src, 'index.html'), join(dist, 'index.html'))
}
if (steps.has('build')) {
  for (const p of pages) {
    const t = Date.now()
    await build(p)
    say('built', p, `${walk(join(DIST, p)).length} files`, `${((Date.now() - t) / 1000).toFixed(0)} s`)
  }
}
if (!steps.has('measure') && !steps.has('report')) process.exit(0)

// ------------------------------------------------------------------ serve
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
}
const cache = new Map()
const brotli = new Map()
function serve(compressed) {
  return new Promise((done) => {
    const server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(/\/$/, '/index.html')
      const file = join(DIST, path)
      if (!file.startsWith(DIST) || !existsSync(file) || !statSync(file).isFile()) {
        response.writeHead(404).end()
        return
      }
      if (!cache.has(file)) cache.set(file, readFileSync(file))
      let body = cache.get(file)
      const head = {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'cache-control': 'max-age=3600',
      }
      if (compressed) {
        if (!brotli.has(file))
          brotli.set(file, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
        body = brotli.get(file)
        head['content-encoding'] = 'br'
      }
      response.writeHead(200, { ...head, 'content-length': body.length }).end(body)
    })
    server.listen(0, '127.0.0.1', () => done({ server, origin: `http://127.0.0.1:${server.address().port}` }))
  })
}
const plain = await serve(false)
const packed = await serve(true)

// ------------------------------------------------------------------ measure
const { chromium } = require('playwright-core')
const FAKES = readFileSync(join(HERE, 'lib', 'fake-wallets.js'), 'utf8')
const PROBE = readFileSync(join(HERE, 'lib', 'probe.js'), 'utf8')
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
const SETTINGS = {
  fast: { runs: Number(opt.runs) },
  cpu4: { runs: Number(opt.runs), cpu: 4 },
  net: {
    runs: Number(opt.runs),
    cpu: 4,
    net: { latency: 60, downloadThroughput: (9_000_000 / 8) * 0.9, uploadThroughput: (1_500_000 / 8) * 0.9 },
  },
  eager: { runs: Number(opt.few), cpu: 4, eager: true },
  heap: { runs: Number(opt.few), heap: true },
  many: { runs: Number(opt.few), heap: true, n: 100, noClick: true },
  privacy: { runs: 1, wait: 8000, waitModal: 5000, together: 4 },
  axe: { runs: 1, axe: true },
}
const launch = () =>
  chromium.launch({
    executablePath: opt.chromium,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // This guarantees that no request leaves the machine; requests are still seen and counted.
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    ],
  })

// Private dirty memory of the tab's renderer process, Linux only. The process is the one whose CPU time a busy loop in the tab moves.
async function rendererMemory(browser, tab) {
  try {
    const session = await browser.newBrowserCDPSession()
    const times = async () => {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo')
      return new Map(processInfo.filter((i) => i.type === 'renderer').map((i) => [i.id, i.cpuTime]))
    }
    const before = await times()
    await tab.evaluate(() => {
      for (const end = performance.now() + 100; performance.now() < end; );
    })
    const after = await times()
    await session.detach()
    const [pid] = [...after].map(([id, t]) => [id, t - (before.get(id) ?? t)]).sort((a, b) => b[1] - a[1])[0]
    return Number(/Private_Dirty:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) * 1024
  } catch {
    return null
  }
}

async function once(browser, p, setting) {
  const s = SETTINGS[setting]
  const page = pageOf(p)
  const origin = (s.net ? packed : plain).origin
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  await context.addInitScript(FAKES)
  if (s.axe) await context.addInitScript(OPEN_SHADOW_ROOTS)
  await context.addInitScript(
    `((cfg) => {${PROBE}})(${JSON.stringify({ ...page, n: s.n ?? 1, eager: s.eager ?? false })})`,
  )
  const tab = await context.newPage()
  const pending = new Set()
  const third = []
  const errors = []
  let clicked = false
  const outside = (url) => /^(https?|wss?):/.test(url) && !url.startsWith(origin)
  tab.on('request', (r) => {
    if (outside(r.url())) third.push({ url: r.url(), method: r.method(), type: r.resourceType(), clicked })
    else if (r.url().startsWith('http')) pending.add(r)
  })
  tab.on('requestfinished', (r) => pending.delete(r))
  tab.on('requestfailed', (r) => pending.delete(r))
  tab.on('pageerror', (e) => errors.push(String(e).slice(0, 200)))
  const cdp = await context.newCDPSession(tab)
  await cdp.send('Network.enable')
  cdp.on(
    'Network.webSocketCreated',
    (e) => outside(e.url) && third.push({ url: e.url, method: 'WS', type: 'websocket', clicked }),
  )
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' }) // durations in CPU time: they hold on a busy machine
  if (s.cpu) await cdp.send('Emulation.setCPUThrottlingRate', { rate: s.cpu })
  if (s.net) await cdp.send('Network.emulateNetworkConditions', { offline: false, ...s.net })
  const metrics = async () =>
    Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]))
  const read = () => tab.evaluate(() => window.__probe.read())
  const until = async (test, limit, what) => {
    const end = Date.now() + limit
    for (;;) {
      const state = await tab.evaluate(() => window.__probe.state())
      if (test(state)) return read()
      if (Date.now() > end) throw new Error(`no ${what} in ${limit} ms; ${errors.join(' | ')}`)
      await sleep(s.cpu ? 150 : 60)
    }
  }
  const quiet = (at) => (state) =>
    state[at] !== null && pending.size === 0 && state.quiet > 500 && state.now - state[at] > 700
  const heap = async () => {
    for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage')
    const usage = await cdp.send('Runtime.getHeapUsage')
    return {
      js: usage.usedSize,
      embedder: usage.embedderHeapUsedSize ?? 0,
      backing: usage.backingStorageSize ?? 0,
      process: await rendererMemory(browser, tab),
    }
  }
  const files = (state, before = Infinity) => {
    const found = new Set()
    for (const [url, , end] of state.resources) {
      const { pathname } = new URL(url)
      if (url.startsWith(`${origin}/${p}/`) && end <= before && !pathname.endsWith('/'))
        found.add(decodeURIComponent(pathname.slice(p.length + 2)))
    }
    return [...found]
  }
  const blocked = (long, since, to = Infinity) =>
    long.reduce(
      (sum, [start, length]) => (start + length > since && start < to ? sum + Math.max(0, length - 50) : sum),
      0,
    )
  const result = { p, setting, errors }
  try {
    await tab.goto(`${origin}/${p}/${s.n ? `?n=${s.n}` : ''}`, { waitUntil: 'commit' })
    const limit = s.cpu ? 60_000 : 30_000
    let state
    if (s.eager) {
      // The page clicks its own button as soon as it is painted (lib/probe.js): from the navigation to a usable list.
      state = await until((t) => t.usableAt !== null, limit, 'modal')
      Object.assign(result, { buttonAt: state.buttonAt, usableAt: state.usableAt, clickAt: state.clickAt })
      await context.close()
      return result
    }
    state = await until(quiet('buttonAt'), limit, 'button or no idle')
    if (s.wait) {
      await sleep(s.wait)
      state = await read()
    }
    const m = await metrics()
    Object.assign(result, {
      buttonAt: state.buttonAt,
      blocked: blocked(state.long, 0),
      longest: Math.max(0, ...state.long.map((l) => l[1])),
      task: m.TaskDuration * 1000,
      script: m.ScriptDuration * 1000,
      process: m.ProcessTime * 1000,
      atPaint: files(state, state.buttonAt),
      atIdle: files(state),
      thirdIdle: third.length,
      nodes: state.nodes,
    })
    if (s.heap) result.heapIdle = await heap()
    if (s.axe) result.axeIdle = await runAxe(tab, AXE)
    if (opt.shots) await tab.screenshot({ path: join(OUT, `${p}-${setting}-button.png`) })
    if (!s.noClick) {
      const { x, y } = await tab.evaluate(() => window.__probe.arm())
      const mark = (await read()).now
      const before = await metrics()
      clicked = true
      if (opt.hover !== '0') {
        // A person's pointer rests on the button before it is pressed.
        await tab.mouse.move(x, y)
        await sleep(Number(opt.hover))
      }
      await tab.mouse.click(x, y)
      state = await until(quiet('usableAt'), limit, 'modal or no idle')
      if (s.waitModal) {
        await sleep(s.waitModal)
        state = await read()
      }
      const after = await metrics()
      Object.assign(result, {
        first: state.firstAt - state.clickAt,
        usable: state.usableAt - state.clickAt,
        modalBlocked: blocked(state.long, mark),
        modalTask: (after.TaskDuration - before.TaskDuration) * 1000,
        atUsable: files(state, state.usableAt),
        atModal: files(state),
        thirdModal: third.length,
        hints: state.hints,
      })
      if (s.heap) result.heapModal = await heap()
      if (s.axe) result.axeModal = await runAxe(tab, AXE)
      if (opt.shots) await tab.screenshot({ path: join(OUT, `${p}-${setting}-modal.png`) })
    }
    if (setting === 'privacy') result.third = third
  } catch (error) {
    result.failed = `${p} ${setting}: ${String(error).slice(0, 300)}`
    if (opt.shots) await tab.screenshot({ path: join(OUT, `${p}-${setting}-failed.png`) }).catch(() => {})
  }
  await context.close()
  return result
}

let results = []
const chosen = opt.settings.split(',')
const started = Date.now()
const rounds = steps.has('measure') ? Math.max(...chosen.map((c) => SETTINGS[c].runs)) : 0
let version = ''
for (let round = 0; round < rounds; round++) {
  const browser = await launch()
  version = browser.version()
  await once(browser, pages[0], 'fast') // warms up the new browser; not counted
  for (const setting of chosen) {
    if (round >= SETTINGS[setting].runs) continue
    const order = pages.map((_, i) => pages[(i + round) % pages.length]) // interleaved, rotated each round
    const together = SETTINGS[setting].together ?? 1
    for (let i = 0; i < order.length; i += together) {
      const batch = await Promise.all(order.slice(i, i + together).map((p) => once(browser, p, setting)))
      for (const r of batch) {
        if (r.failed) say('FAILED', r.failed)
        results.push({ round, load: loadavg()[0], ...r })
      }
    }
    say(`round ${round + 1}/${rounds}`, setting, `${((Date.now() - started) / 1000).toFixed(0)} s`)
  }
  await browser.close()
}
plain.server.close()
packed.server.close()
if (rounds) writeFileSync(join(OUT, 'raw.json'), JSON.stringify({ version, results }))
else ({ version, results } = JSON.parse(readFileSync(join(OUT, 'raw.json'), 'utf8')))
const machine = `${cpus().length} x ${cpus()[0].model}, Chromium ${version}, Node ${process.version}, bundled with ${opt.bundler}, load ${Math.min(...results.map((r) => r.load)).toFixed(1)}-${Math.max(...results.map((r) => r.load)).toFixed(1)}`
const summary = summarise({ results, pages, pageOf, dist: DIST, machine })
writeFileSync(join(OUT, 'summary.json'), JSON.stringify(summary.json, null, 1))
writeFileSync(join(OUT, 'table.md'), summary.text)
console.log(summary.text)
say('wrote', OUT)
