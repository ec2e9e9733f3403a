import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { RETURNS } from './returning.mjs'

const inBench = (path) => fileURLToPath(new URL(path, import.meta.url))
const inDist = (path) => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))

/**
 * The React that we measure against, in the version of a current application; and the version inside the script tag.
 */
export const REACT_VERSION = createRequire(import.meta.url)('react/package.json').version
export const OWN_REACT_VERSION = createRequire(
  new URL('../../release/script-tag/package.json', import.meta.url),
)('react/package.json').version

const FLOOR = '<floor-button></floor-button>'

/** What is measured, in the order of the columns. */
export const VARIANTS = [
  { name: 'bare', title: 'bare', script: '/bare.js', tag: FLOOR },
  { name: 'click', title: 'React on click', script: '/react-on-click.js', tag: FLOOR },
  { name: 'start', title: 'React at start', script: '/react-at-start.js', tag: FLOOR },
  {
    name: 'default',
    title: "ours, page's default",
    script: '/dist/embed.js',
    // A page that names nothing: all wallets that are known, on both families of chains.
    tag: '<wallet-connect-button></wallet-connect-button>',
  },
  {
    name: 'ours',
    title: 'ours',
    script: '/dist/embed.js',
    // The list always opens, and has the announced wallets and nothing else in it, like the floors'.
    tag: '<wallet-connect-button mode="alwaysAsk" chains="eip155:1" wallets="injected"></wallet-connect-button>',
  },
]

/** A page with nothing to paint but the buttons, so that its first contentful paint is theirs. */
const page = ({ script, tag }, count) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,"><script src="${script}" defer></script><body>${tag.repeat(count)}`

async function bundle(file, format) {
  const { outputFiles } = await build({
    entryPoints: [inBench(`pages/${file}`)],
    bundle: true,
    write: false,
    minify: true,
    format,
    target: 'es2022',
    jsx: 'automatic',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0].contents
}

/** Runs in each page before its first script: three wallets, and the probe. */
export const buildProbe = async () => Buffer.from(await bundle('probe.ts', 'iife')).toString()

/** Runs in a returning visitor's page before its first script. */
export const buildReturningProbe = async () =>
  Buffer.from(await bundle('returning-probe.ts', 'iife')).toString()

/** The files that contain the relay's client. */
export const listRelayFiles = (files) =>
  [...files].flatMap(([path, body]) =>
    path.startsWith('/dist/') && body.includes('irn_subscribe') ? [path] : [],
  )

/** Everything the server has, by path. It is read once, so that a build meanwhile changes nothing. */
export async function buildFiles() {
  const files = new Map()
  for (const variant of VARIANTS)
    for (const count of [1, 100]) files.set(`/${variant.name}/${count}`, Buffer.from(page(variant, count)))
  for (const each of RETURNS) files.set(`/${each.name}/1`, Buffer.from(page(each, 1)))
  files.set('/returning-bare.js', await bundle('returning-bare.ts', 'iife'))
  files.set('/returning-start.js', await bundle('returning-start.tsx', 'iife'))
  files.set('/bare.js', await bundle('bare.ts', 'iife'))
  files.set('/react-on-click.js', await bundle('react-on-click.ts', 'iife'))
  files.set('/react-list.js', await bundle('react-list.tsx', 'esm'))
  files.set('/react-at-start.js', await bundle('react-at-start.tsx', 'iife'))
  files.set('/dist/embed.js', readFileSync(inDist('embed.js')))
  for (const name of readdirSync(inDist('embed')))
    files.set(`/dist/embed/${name}`, readFileSync(inDist(`embed/${name}`)))
  return files
}
