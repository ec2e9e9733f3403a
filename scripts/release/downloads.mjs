import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { zipSync } from 'fflate'
import { packPlugin } from '../../integrations/wordpress/pack.mjs'

/** The time of each file in an archive: the same in every build, as ZIP can tell it. */
const MTIME = new Date(1980, 0, 1)

/** Packs a folder with its own name, so that unpacking makes one folder. */
function zip(folder, name) {
  const files = {}
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = join(folder, entry)
    if (statSync(file).isFile()) files[`${name}/${relative(folder, file)}`] = readFileSync(file)
  }
  return zipSync(files, { mtime: MTIME, level: 9 })
}

/**
 * Writes what people take from a release who do not build: the WordPress plugin and the OpenID provider as archives, the
 * verifier in PHP, and the two lines for a page with the script's hash.
 *
 * @param folder where to
 * @param hash the value of `integrity` for embed.js
 * @returns the names of the files
 */
export function writeDownloads(folder, version, hash) {
  const work = mkdtempSync(join(tmpdir(), 'downloads-'))
  try {
    const provider = join(work, 'provider')
    cpSync('integrations/oidc', provider, {
      recursive: true,
      filter: (file) => !/(?:^|\/)(?:node_modules|config\.json)$/.test(file),
    })
    const files = {
      'wallet-connect-button-wordpress.zip': zip(packPlugin(work), 'wallet-connect-button'),
      'wallet-connect-button-openid.zip': zip(provider, 'wallet-connect-button-openid'),
      'sign-in.php': readFileSync('integrations/php/sign-in.php'),
      'snippet.html': `<script src="https://unpkg.com/wallet-connect-button@${version}/dist/embed.js" integrity="${hash}" crossorigin="anonymous" defer></script>
<wallet-connect-button chains="eip155:1 starknet:SN_MAIN"></wallet-connect-button>
`,
    }
    for (const [name, data] of Object.entries(files)) writeFileSync(join(folder, name), data)
    return Object.keys(files)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
