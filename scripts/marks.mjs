import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Writes src/view/marks/drawings.ts: the true marks of the wallets that the dialog names, from two packages with the MIT
 * licence. The larger has 18,000 files, so it is no dependency: run this when a wallet joins or changes its mark.
 * src/connectors/service-rows.ts has the marks that belong to connectors.
 */
const PACKAGES = { '@web3icons/core': '4.0.56', '@starknet-io/get-starknet-core': '4.0.8', svgo: '4.0.0' }

/** Our name of a mark → its file in `@web3icons/core/dist/svgs`. */
const FILES = {
  metamask: 'wallets/background/metamask',
  rabby: 'wallets/background/rabby',
  rainbow: 'wallets/background/rainbow',
  okx: 'wallets/background/okx',
  trust: 'wallets/background/trust',
  zerion: 'wallets/background/zerion',
  uniswap: 'exchanges/background/uniswap',
  ledger: 'wallets/background/ledger',
  keplr: 'wallets/background/keplr',
}

/** Marks that `@starknet-io/get-starknet-core` has alone, with a text that only the right one contains. */
const STARKNET = { braavos: 'paint0_linear_372_40259', fordefi: '#486DFF', xverse: '#EE7A30' }

const folder = mkdtempSync(join(tmpdir(), 'marks-'))
try {
  const names = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`)
  execFileSync('npm', [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    ...names,
  ])
  const modules = join(folder, 'node_modules')
  const { optimize } = await import(join(modules, 'svgo/lib/svgo-node.js'))

  const found = {}
  for (const [name, file] of Object.entries(FILES))
    found[name] = (await import(join(modules, `@web3icons/core/dist/svgs/${file}.svg.js`))).default
  const core = readFileSync(join(modules, '@starknet-io/get-starknet-core/dist/core.js'), 'utf8')
  const drawn = [...core.matchAll(/data:image\/svg\+xml;base64,([\w+/=]+)/g)].map(([, code]) => atob(code))
  for (const [name, sign] of Object.entries(STARKNET)) found[name] = drawn.find((svg) => svg.includes(sign))

  const lines = Object.entries(found).map(([name, svg]) => {
    if (!svg) throw new Error(`No package has the mark of ${name}`)
    // The frame of 24 by 24 clips nothing.
    const open = svg.replace(
      /<g clip-path[^>]*>([\s\S]*)<\/g>\s*<defs>([\s\S]*?)<clipPath[\s\S]*?<\/clipPath>/,
      '$1<defs>$2',
    )
    const { data } = optimize(open, {
      multipass: true,
      floatPrecision: 2,
      plugins: [
        'preset-default',
        'removeDimensions',
        { name: 'removeAttrs', params: { attrs: 'svg:class' } },
      ],
    })
    return `  ${name}: '${data}',\n`
  })
  writeFileSync(
    'src/view/marks/drawings.ts',
    `/**
 * The marks of wallets as SVG, written by scripts/marks.mjs from the packages @web3icons/core 4.0.56 (MIT, 0xa3k5) and
 * @starknet-io/get-starknet-core 4.0.8 (MIT, avimak). THIRD_PARTY_LICENSES.txt has their notices.
 */
export const DRAWINGS: Readonly<Record<string, string>> = {
${lines.join('')}}
`,
  )
  execFileSync('npx', ['biome', 'format', '--write', 'src/view/marks/drawings.ts'])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
