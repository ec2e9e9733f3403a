// Bundles one page with Vite 8 (default) or esbuild, same settings for all: production, minified, ES2022, code splitting,
// no source maps, no comments. Writes dist/<page>/ and dist/<page>.meta.json: { file: { package: bytes } }.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

const packageOf = (input) => {
  const at = input.lastIndexOf('node_modules/')
  if (at < 0) return /plain-modal|main\.tsx?|modal\.tsx?/.test(input) ? '(own page)' : '(bundler)'
  const [a, b] = input.slice(at + 13).split('/')
  return a.startsWith('@') ? `${a}/${b}` : a
}
const html = (title, head, body) =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><link rel="icon" href="data:,">${head}</head>\n<body>\n${body}\n</body></html>\n`
const add = (map, key, bytes) => {
  map[key] = (map[key] ?? 0) + bytes
}

export async function bundle({ bundler, work, page, name, src, dist, say }) {
  const require = createRequire(join(work, 'package.json'))
  const main = existsSync(join(src, 'main.tsx')) ? 'main.tsx' : 'main.ts'
  const modules = join(work, 'pages', page.install ?? name, 'node_modules')
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  const meta = {}

  if (bundler === 'vite') {
    const { build } = await import(
      pathToFileURL(join(work, 'node_modules', 'vite', 'dist', 'node', 'index.js')).href
    )
    writeFileSync(join(src, 'index.html'), html(name, '', `<script type="module" src="./${main}"></script>`))
    await build({
      root: src,
      base: './',
      configFile: false,
      logLevel: 'error',
      define: { global: 'globalThis' },
      oxc: { jsx: { runtime: 'automatic' } },
      build: {
        target: 'es2022',
        outDir: dist,
        emptyOutDir: true,
        reportCompressedSize: false,
        modulePreload: { polyfill: false },
        rolldownOptions: { output: { comments: false } },
      },
      plugins: [
        {
          name: 'resolve-from-shared-install',
          async resolveId(id, importer) {
            if (!page.install || !importer?.startsWith(src) || /^[./]/.test(id)) return null
            return this.resolve(id, join(work, 'pages', page.install, main), { skipSelf: true })
          },
        },
        {
          name: 'package-shares',
          generateBundle(_, outputs) {
            for (const [file, chunk] of Object.entries(outputs)) {
              if (chunk.type !== 'chunk') continue
              // Module sizes are known before minification, so each is scaled to the chunk's final size.
              const rendered = Object.entries(chunk.modules).map(([id, m]) => [
                packageOf(id),
                m.renderedLength,
              ])
              const total = rendered.reduce((sum, [, n]) => sum + n, 0) || 1
              const into = (meta[file] = {})
              for (const [pack, n] of rendered)
                add(into, pack, Math.round((n / total) * Buffer.byteLength(chunk.code)))
            }
          },
        },
      ],
    })
    rmSync(join(src, 'index.html'))
  } else {
    const missing = new Set()
    const { metafile } = await require('esbuild').build({
      absWorkingDir: src,
      entryPoints: [main],
      outdir: dist,
      nodePaths: [modules],
      entryNames: '[name]',
      chunkNames: 'c/[hash]',
      assetNames: 'a/[name]-[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      minify: true,
      legalComments: 'none',
      jsx: 'automatic',
      metafile: true,
      logLevel: 'error',
      define: {
        'process.env.NODE_ENV': '"production"',
        'import.meta.env.MODE': '"production"',
        'import.meta.env.DEV': 'false',
        'import.meta.env.PROD': 'true',
        global: 'globalThis',
      },
      loader: { '.svg': 'file', '.png': 'file', '.woff2': 'file', '.woff': 'file', '.wasm': 'file' },
      plugins: [
        {
          // A module that a browser build cannot have (Node built-ins, optional peers that are not installed) becomes
          // empty.
          name: 'empty-when-missing',
          setup(b) {
            b.onResolve({ filter: /^[^./]/ }, async (args) => {
              if (args.pluginData?.bench || args.kind === 'entry-point') return null
              const { importer, kind, resolveDir } = args
              const found = await b.resolve(args.path, {
                importer,
                kind,
                resolveDir,
                pluginData: { bench: true },
              })
              if (found.errors.length === 0) return found
              missing.add(args.path)
              return { path: args.path, namespace: 'empty' }
            })
            b.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({
              contents: 'module.exports = {}',
              loader: 'js',
            }))
          },
        },
      ],
    })
    if (missing.size) say(name, 'empty modules:', [...missing].join(' '))
    for (const [output, { inputs }] of Object.entries(metafile.outputs)) {
      const file = relative(dist, join(src, output))
      if (!file.endsWith('.js')) continue
      const into = (meta[file] = {})
      for (const [input, { bytesInOutput }] of Object.entries(inputs))
        add(into, packageOf(input), bytesInOutput)
    }
    const css = existsSync(join(dist, 'main.css')) ? '<link rel="stylesheet" href="main.css">' : ''
    writeFileSync(join(dist, 'index.html'), html(name, css, '<script type="module" src="main.js"></script>'))
  }
  writeFileSync(`${dist}.meta.json`, JSON.stringify(meta))
}
