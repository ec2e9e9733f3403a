import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const FOLDER = 'dist/embed'
const read = (file) => readFileSync(`${FOLDER}/${file}`, 'utf8')
const fileOf = (name) => readdirSync(FOLDER).find((file) => file.startsWith(`${name}-`))
const importsOf = (file) =>
  [...read(file).matchAll(/(?:from|import)"\.\/([^"#]+)#wcb"/g)].map(([, name]) => name)

/** Adds a file and everything that it imports, without the app, which the page already has. */
function addTo(files, file) {
  if (file.startsWith('app-') || files.has(file)) return
  files.add(file)
  for (const next of importsOf(file)) addTo(files, next)
}

const weigh = (files) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(`${FOLDER}/${file}`), { level: 9 }).length, 0)

/** The bytes of gzip that the Coinbase wallet costs a visitor who chooses it, and those of its QR code after that. */
export function weighCoinbase() {
  const wallet = new Set()
  for (const name of ['services', 'coinbase-connect']) addTo(wallet, fileOf(name))
  const all = new Set(wallet)
  addTo(all, fileOf('qr'))
  return { wallet: weigh([...wallet]), qrCode: weigh([...all]) - weigh([...wallet]) }
}
