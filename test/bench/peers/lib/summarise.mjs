// Turns the raw runs into medians with min-max, byte sums and the table.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const median = (list) => {
  const sorted = list.filter((v) => Number.isFinite(v)).sort((a, b) => a - b)
  if (sorted.length === 0) return null
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}
const spread = (list) => {
  const sorted = list.filter((v) => Number.isFinite(v)).sort((a, b) => a - b)
  return sorted.length
    ? { median: median(sorted), min: sorted[0], max: sorted[sorted.length - 1], n: sorted.length }
    : null
}
export function summarise({ results, pages, pageOf, dist, machine }) {
  const json = { machine, date: new Date().toISOString(), pages: {} }
  const sizes = new Map()
  const sizeOf = (path) => {
    if (!sizes.has(path)) {
      const bytes = readFileSync(path)
      const br = brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
      sizes.set(path, { raw: bytes.length, gz: gzipSync(bytes, { level: 9 }).length, br: br.length })
    }
    return sizes.get(path)
  }
  const sum = (p, files) => {
    const total = { js: { raw: 0, gz: 0, br: 0 }, other: { raw: 0, gz: 0, br: 0 }, requests: files.length }
    for (const file of files) {
      const path = join(dist, p, file)
      if (!existsSync(path)) continue
      const into = file.endsWith('.js') ? total.js : total.other
      for (const [k, v] of Object.entries(sizeOf(path))) into[k] += v
    }
    return total
  }
  for (const p of pages) {
    const of = (setting) => results.filter((r) => r.p === p && r.setting === setting && !r.failed)
    const take = (setting, f) => spread(of(setting).map(f))
    // The files of the run with the most files count, because a late request must not make a peer look smaller.
    const largest = (key) =>
      [...of('fast'), ...of('cpu4')]
        .map((r) => r[key] ?? [])
        .reduce((a, b) => (b.length > a.length ? b : a), [])
    const atModal = largest('atModal')
    // Up to a moment the files depend on timing, so the run of median size represents all.
    const bySize = (key) =>
      [...of('fast'), ...of('cpu4')]
        .filter((r) => r[key])
        .map((r) => sum(p, r[key]))
        .sort((a, b) => a.js.raw - b.js.raw)
    const middle = (sums) => sums[sums.length >> 1] ?? sum(p, [])
    const paints = bySize('atPaint')
    const paint = middle(paints)
    const out = {
      title: pageOf(p).title,
      own: pageOf(p).own ?? {},
      failed: results.filter((r) => r.p === p && r.failed).map((r) => r.failed),
      bytes: {
        paint,
        paintRange: [paints[0]?.js, paints.at(-1)?.js],
        idle: sum(p, largest('atIdle')),
        usable: middle(bySize('atUsable')),
        modal: sum(p, atModal),
      },
      timed: {},
    }
    for (const setting of ['fast', 'cpu4', 'net']) {
      if (of(setting).length === 0) continue
      out.timed[setting] = {
        button: take(setting, (r) => r.buttonAt),
        blocked: take(setting, (r) => r.blocked),
        longest: take(setting, (r) => r.longest),
        mainCpu: take(setting, (r) => r.task),
        scriptCpu: take(setting, (r) => r.script),
        processCpu: take(setting, (r) => r.process),
        modalFirst: take(setting, (r) => r.first),
        modalUsable: take(setting, (r) => r.usable),
        modalBlocked: take(setting, (r) => r.modalBlocked),
        modalCpu: take(setting, (r) => r.modalTask),
      }
    }
    out.eager = { usable: take('eager', (r) => r.usableAt) }
    out.heap = {
      idle: take('heap', (r) => r.heapIdle.js),
      modal: take('heap', (r) => r.heapModal.js),
      renderer: take('heap', (r) => r.heapIdle.process),
      rendererModal: take('heap', (r) => r.heapModal.process),
    }
    out.many = {
      button: take('many', (r) => r.buttonAt),
      blocked: take('many', (r) => r.blocked),
      mainCpu: take('many', (r) => r.task),
      heap: take('many', (r) => r.heapIdle.js),
      renderer: take('many', (r) => r.heapIdle.process),
      nodes: take('many', (r) => r.nodes),
    }
    const secret = of('privacy')[0]
    if (secret) {
      const hosts = (list) => {
        const seen = {}
        for (const { url, method, type } of list) {
          const u = new URL(url)
          const key = `${method} ${u.host}${u.pathname}`
          ;(seen[key] ??= { count: 0, type }).count++
        }
        return seen
      }
      out.third = {
        before: {
          count: secret.third.filter((t) => !t.clicked).length,
          hosts: [...new Set(secret.third.filter((t) => !t.clicked).map((t) => new URL(t.url).host))],
          calls: hosts(secret.third.filter((t) => !t.clicked)),
        },
        after: {
          count: secret.third.filter((t) => t.clicked).length,
          hosts: [...new Set(secret.third.filter((t) => t.clicked).map((t) => new URL(t.url).host))],
          calls: hosts(secret.third.filter((t) => t.clicked)),
        },
        hints: secret.hints,
      }
    }
    const [checked] = of('axe')
    if (checked) out.axe = { button: checked.axeIdle, list: checked.axeModal }
    const metaFile = join(dist, `${p}.meta.json`)
    if (existsSync(metaFile)) {
      const meta = JSON.parse(readFileSync(metaFile, 'utf8'))
      const share = (files) => {
        const by = {}
        for (const file of files)
          for (const [pack, bytes] of Object.entries(meta[file] ?? {})) by[pack] = (by[pack] ?? 0) + bytes
        return Object.entries(by)
          .sort((a, b) => b[1] - a[1])
          .slice(0, 20)
      }
      out.packages = { idle: share(largest('atIdle')), modal: share(atModal) }
    }
    out.loaded = { idle: largest('atIdle'), modal: atModal }
    json.pages[p] = out
  }

  const kb = (v) => (v == null ? '-' : (v / 1000).toFixed(v < 10_000 ? 1 : 0))
  const ms = (s) => (s ? `${s.median.toFixed(0)} (${s.min.toFixed(0)}-${s.max.toFixed(0)})` : '-')
  const mb = (s) => (s ? (s.median / 1e6).toFixed(2) : '-')
  const rows = []
  const table = (title, head, cells) => {
    rows.push(
      '',
      `## ${title}`,
      '',
      `| page | ${head.join(' | ')} |`,
      `|---|${head.map(() => '---:').join('|')}|`,
    )
    for (const p of pages) rows.push(`| ${json.pages[p].title} | ${cells(json.pages[p]).join(' | ')} |`)
  }
  const triple = (b) => `${kb(b.raw)} / ${kb(b.gz)} / ${kb(b.br)}`
  table(
    'Bytes (kB = 1000 B; raw / gzip -9 / brotli 11) and local requests',
    [
      'JS to button painted',
      'JS at idle',
      'other files at idle',
      'JS until the list is usable',
      'JS with modal open',
      'requests paint / idle / usable / modal',
    ],
    (o) => [
      triple(o.bytes.paint.js),
      triple(o.bytes.idle.js),
      triple(o.bytes.idle.other),
      triple(o.bytes.usable.js),
      triple(o.bytes.modal.js),
      ['paint', 'idle', 'usable', 'modal'].map((moment) => o.bytes[moment].requests).join(' / '),
    ],
  )
  for (const [setting, name] of [
    ['fast', 'no throttling'],
    ['cpu4', 'CPU 4x slower'],
    ['net', 'CPU 4x slower, 9 Mbit/s, 60 ms, brotli'],
  ]) {
    if (!pages.some((p) => json.pages[p].timed[setting])) continue
    table(
      `Times in ms, ${name}: median (min-max)`,
      [
        'button painted',
        'blocking to idle',
        'longest task',
        'main-thread CPU to idle',
        'click to modal, first paint',
        'click to wallet list usable',
        'blocking after click',
      ],
      (o) => {
        const t = o.timed[setting] ?? {}
        return [t.button, t.blocked, t.longest, t.mainCpu, t.modalFirst, t.modalUsable, t.modalBlocked].map(
          ms,
        )
      },
    )
  }
  table(
    'Click as soon as painted (CPU 4x); memory after GC (JS heap; private dirty of the renderer)',
    [
      'navigation to usable list, ms',
      'JS heap idle MB',
      'JS heap modal MB',
      'renderer idle MB',
      'renderer modal MB',
    ],
    (o) => [
      ms(o.eager.usable),
      mb(o.heap.idle),
      mb(o.heap.modal),
      mb(o.heap.renderer),
      mb(o.heap.rendererModal),
    ],
  )
  table(
    '100 buttons on one page (no throttling)',
    ['all painted, ms', 'blocking ms', 'main-thread CPU ms', 'JS heap MB', 'renderer MB'],
    (o) => [ms(o.many.button), ms(o.many.blocked), ms(o.many.mainCpu), mb(o.many.heap), mb(o.many.renderer)],
  )
  table(
    'Requests to third parties (every one refused)',
    ['before any interaction', 'hosts', 'after the click', 'hosts'],
    (o) =>
      o.third
        ? [
            String(o.third.before.count),
            o.third.before.hosts.join(' ') || '-',
            String(o.third.after.count),
            o.third.after.hosts.join(' ') || '-',
          ]
        : ['-', '-', '-', '-'],
  )
  const rulesOf = (found) => [...new Set(found.map(({ rule }) => rule))].join(' ') || '-'
  table(
    'Elements with an axe finding (WCAG 2.2 A and AA, light theme)',
    ['button', 'rules', 'with the list open', 'rules'],
    (o) =>
      o.axe
        ? [String(o.axe.button.length), rulesOf(o.axe.button), String(o.axe.list.length), rulesOf(o.axe.list)]
        : ['-', '-', '-', '-'],
  )
  rows.push('', '## What is in the JS that the open modal has loaded (kB raw, largest packages)', '')
  for (const p of pages) {
    const list = json.pages[p].packages?.modal
    if (list)
      rows.push(
        `- ${json.pages[p].title}: ${list
          .slice(0, 10)
          .map(([k, v]) => `${k} ${kb(v)}`)
          .join(', ')}`,
      )
  }
  // The lowest peer of every figure, and every page as a ratio to it, for setting goals.
  const figures = {
    'JS to idle, br': (o) => o.bytes.idle.js.br,
    'JS with modal, br': (o) => o.bytes.modal.js.br,
    'button painted': (o) => o.timed.fast?.button?.median,
    'button painted, CPU 4x': (o) => o.timed.cpu4?.button?.median,
    'blocking, CPU 4x': (o) => o.timed.cpu4?.blocked?.median,
    'main CPU': (o) => o.timed.fast?.mainCpu?.median,
    'click to usable': (o) => o.timed.fast?.modalUsable?.median,
    'click to usable, CPU 4x': (o) => o.timed.cpu4?.modalUsable?.median,
    'navigation to usable, CPU 4x': (o) => o.eager.usable?.median,
    'heap idle': (o) => o.heap.idle?.median,
    'heap modal': (o) => o.heap.modal?.median,
    '100 buttons main CPU': (o) => o.many.mainCpu?.median,
  }
  const peers = pages.filter((p) => (pageOf(p).role ?? 'peer') === 'peer')
  const lowest = Object.fromEntries(
    Object.entries(figures).map(([name, f]) => [
      name,
      Math.min(...peers.map((p) => f(json.pages[p]) ?? Infinity)),
    ]),
  )
  json.lowestPeer = Object.fromEntries(
    Object.entries(figures).map(([name, f]) => [
      name,
      { page: peers.find((p) => f(json.pages[p]) === lowest[name]), value: lowest[name] },
    ]),
  )
  table('Ratio to the lowest peer (1.00 = that peer; floors are not peers)', Object.keys(figures), (o) =>
    Object.entries(figures).map(([name, f]) => {
      const ratio = (f(o) ?? NaN) / lowest[name]
      return Number.isFinite(ratio) ? ratio.toFixed(2) : '-'
    }),
  )
  const text = [`# Peers, ${json.date.slice(0, 10)}`, '', machine, ...rows, ''].join('\n')
  return { json, text }
}
