/**
 * Creates the plugin's folder for WordPress: the plugin with the script's files in its dist/, and with the PHP that
 * checks signatures.
 * `node integrations/wordpress/pack.mjs [folder]` writes <folder>/wallet-connect-button; without a folder, build/
 * beside this file.
 */
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, '../../dist')

/** Writes the plugin into a folder. @returns the plugin's own folder. @throws Error when the script was not built */
export function packPlugin(folder = join(here, 'build')) {
  if (!existsSync(join(dist, 'embed.js')))
    throw new Error('The script is not built yet: run `npm run build` first.')
  const plugin = join(folder, 'wallet-connect-button')
  rmSync(plugin, { recursive: true, force: true })
  mkdirSync(plugin, { recursive: true })
  cpSync(join(here, 'wallet-connect-button'), plugin, { recursive: true })
  cpSync(join(here, '../php/sign-in.php'), join(plugin, 'includes/sign-in.php'))
  for (const part of ['embed.js', 'embed', 'integrity.json', 'THIRD_PARTY_LICENSES.txt'])
    if (existsSync(join(dist, part)))
      cpSync(join(dist, part), join(plugin, 'dist', part), {
        recursive: true,
        // Source maps would double the size of the upload.
        filter: (file) => !file.endsWith('.map'),
      })
  return plugin
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(packPlugin(process.argv[2] && resolve(process.argv[2])))
