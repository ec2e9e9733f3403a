import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Folder of src → the folders that its files may import from, besides their own (ARCHITECTURE.md, "Five rules", "Direction of
 * imports").
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  exports: [
    'embed',
    'element',
    'view',
    'react',
    'sign-in',
    'api',
    'server',
    'testing',
    'client',
    'names',
    'connectors',
    'chains',
    'protocol',
    'errors',
    'platform',
  ],
  embed: ['element', 'view', 'connectors', 'platform'],
  element: ['client', 'names', 'connectors', 'chains', 'protocol', 'errors', 'platform', 'sign-in'],
  view: ['element', 'client', 'connectors', 'chains', 'errors', 'platform', 'protocol'],
  react: ['element', 'client', 'platform'],
  client: ['names', 'connectors', 'chains', 'protocol', 'errors', 'platform'],
  names: ['connectors', 'chains', 'protocol', 'errors', 'platform'],
  connectors: ['chains', 'protocol', 'errors', 'platform'],
  'sign-in': ['api', 'client', 'chains', 'protocol', 'errors', 'platform'],
  api: ['chains', 'protocol', 'errors', 'platform'],
  server: ['chains', 'protocol', 'errors'],
  testing: ['chains', 'protocol', 'errors'],
  chains: ['protocol', 'errors'],
  protocol: ['errors'],
  platform: ['errors'],
  errors: [],
}

interface Import {
  from: string
  to: string
  isType: boolean
  isDynamic: boolean
}

function readImports(): Import[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
  return files.flatMap((file) => {
    const code = readFileSync(join('src', file), 'utf8')
    const stated = [...code.matchAll(/^(?:import|export) ([^'";]*?)from '(\.[^']+)'|^import '(\.[^']+)'/gms)]
    const dynamic = [...code.matchAll(/(typeof )?import\('(\.[^']+)'\)/g)]
    const resolve = (path: string) => relative('src', join('src', dirname(file), path))
    return [
      ...stated.map(([, what = '', path, bare]) => ({
        from: file,
        to: resolve((path ?? bare) as string),
        isType: what.startsWith('type '),
        isDynamic: false,
      })),
      ...dynamic.map(([, type, path]) => ({
        from: file,
        to: resolve(path as string),
        isType: type !== undefined,
        isDynamic: true,
      })),
    ]
  })
}

const folderOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '')
const imports = readImports()

test('imports only go in the allowed direction, also of types', () => {
  const wrong = imports.filter(({ from, to, isDynamic }) => {
    const [a, b] = [folderOf(from), folderOf(to)]
    if (a === b || a === '' || b === '') return false
    // The element loads the view dynamically when it is first needed.
    if (a === 'element' && b === 'view' && isDynamic) return false
    return !(MAY_IMPORT[a] ?? []).includes(b)
  })
  expect(wrong).toEqual([])
})

/** Each group of files that all reach each other through imports, also of types. */
function findCircles(): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const file = from.replace(/\.tsx?$/, '.js')
    next.set(file, (next.get(file) ?? new Set()).add(to))
  }
  const reach = (start: string) => {
    const reached = new Set<string>()
    const waiting = [start]
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      for (const to of next.get(file) ?? []) {
        if (!reached.has(to)) waiting.push(to)
        reached.add(to)
      }
    }
    return reached
  }
  const reached = new Map([...next.keys()].map((file) => [file, reach(file)]))
  const inCircle = [...next.keys()].filter((file) => reached.get(file)?.has(file))
  const groups = inCircle.map((file) =>
    inCircle.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file)).sort(),
  )
  return [...new Map(groups.map((group) => [group.join(), group])).values()]
}

test('no files import each other in a circle, also of types', () => {
  const circles = findCircles()
  expect(circles).toEqual([])
})

test('the first paint reaches neither client nor view, except through dynamic imports', () => {
  const reached = new Set<string>()
  const walk = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const { from, to, isType, isDynamic } of imports) {
      if (from.replace(/\.tsx?$/, '.js') === file && !isType && !isDynamic) walk(to)
    }
  }
  walk('element/define.js')
  expect([...reached].filter((file) => /^(client|view|connectors|errors)\//.test(file))).toEqual([])
})

test('connectors never import one another', () => {
  const kinds = [
    'evm/injected',
    'evm/relay',
    'evm/coinbase',
    'starknet/injected',
    'starknet/relay',
    'starknet/web-wallet',
  ]
  const kindOf = (file: string) => kinds.find((kind) => file.startsWith(`connectors/${kind}`))
  const wrong = imports.filter(({ from, to }) => {
    const [a, b] = [kindOf(from), kindOf(to)]
    return a && b && a !== b
  })
  expect(wrong).toEqual([])
})

test('heavy libraries are only imported on demand', () => {
  const heavy =
    /^import (?!type).* from '(starknet|@walletconnect\/[^']+|@coinbase\/[^']+|@trpc\/client[^']*)'/m
  const folders = ['client', 'connectors', 'element', 'view', 'platform', 'chains']
  const wrong = folders.flatMap((folder) =>
    readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && heavy.test(readFileSync(join('src', folder, file), 'utf8')))
      .map((file) => join(folder, file)),
  )
  // A module that is loaded on demand, or only by such modules, may import its library statically.
  const onDemand = new Set(imports.filter(({ isDynamic }) => isDynamic).map(({ to }) => to))
  const isOnDemand = (file: string): boolean => {
    const module = file.replace(/\.tsx?$/, '.js')
    if (onDemand.has(module)) return true
    const importers = imports.filter(({ to, isType, isDynamic }) => to === module && !isType && !isDynamic)
    return importers.length > 0 && importers.every(({ from }) => isOnDemand(from))
  }
  expect(wrong.filter((file) => !isOnDemand(file))).toEqual([])
})

test('code in the page uses the Promise of load time, which no page can replace (G07)', () => {
  const folders = ['client', 'connectors', 'element', 'view', 'platform', 'chains']
  const wrong = folders.flatMap((folder) =>
    readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file !== 'natives.ts' &&
        /\.tsx?$/.test(file) &&
        /\bnew Promise\b|(?<!Native)\bPromise\.\w/.test(readFileSync(join('src', folder, file), 'utf8')),
    ),
  )
  expect(wrong).toEqual([])
})

/** Files outside platform that use these for a reason. */
const READS_BROWSER: Record<string, string> = {
  'embed/embed.ts': 'reads its own address, and its bytes are counted',
}

/** The browser's own objects that only platform names; a node of the page is none of them. */
const BROWSER =
  /\bglobalThis\??\.(?:window|navigator|location|localStorage|sessionStorage)\b|(?<![\w.'"`-])(?:navigator|location|localStorage|sessionStorage)\??\.\w|typeof (?:window|navigator|location)\b|\bwindow\.(?:open|location|navigator|parent|opener)\b|\?\? (?:window|localStorage|navigator|location)\b/

test('only platform names window, navigator, location and the storages (Z14)', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^(?:platform|testing)\//.test(file),
  )
  const found = files.filter((file) => {
    const code = readFileSync(join('src', file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    return BROWSER.test(code)
  })
  expect(found.filter((file) => !READS_BROWSER[file])).toEqual([])
})
