// An OpenID Connect provider: node server.mjs [config.json]
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { createOidcServer } from './src/server.mjs'

const config = JSON.parse(await readFile(process.argv[2] ?? process.env.CONFIG ?? 'config.json', 'utf8'))
// Your own module; its default export resolves names: async (address, chainId) => ({ name, picture }) or null.
const names = process.env.NAMES && (await import(pathToFileURL(process.env.NAMES).href)).default
const { server } = await createOidcServer(config, names ? { resolveName: names } : {})
server.listen(config.port ?? 3000, config.host ?? '0.0.0.0', () =>
  console.log('listening on', server.address()),
)
