import { readdirSync } from 'node:fs'
import { build } from 'esbuild'

const { warnings } = await build({
  entryPoints: readdirSync('src')
    .filter((file) => /\.jsx?$/.test(file))
    .map((file) => `src/${file}`),
  outdir: 'built',
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  external: ['starknet', '@walletconnect/modal'],
  define: { 'process.env.NODE_ENV': '"production"' },
})
if (warnings.length > 0) process.exitCode = 1
