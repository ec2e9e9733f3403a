import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

/** Where the build lists the folders of all packages that it has put into dist. It is not part of the package. */
export const BUNDLED = 'dist/bundled.json'

/** The folder of the package that a module belongs to; undefined for the project's own modules. */
const folderOf = (module: string): string | undefined =>
  /^(?:.*:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1]

/** Records which packages have a module in the build. */
export const listPackages: Plugin = {
  name: 'list-packages',
  setup(build) {
    build.initialOptions.metafile = true
    build.onEnd(({ metafile }) => {
      const known: string[] = existsSync(BUNDLED) ? JSON.parse(readFileSync(BUNDLED, 'utf8')) : []
      const modules = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
        Object.entries(inputs).flatMap(([module, { bytesInOutput }]) => (bytesInOutput > 0 ? [module] : [])),
      )
      const folders = new Set([...known, ...modules.flatMap((module) => folderOf(module) ?? [])])
      writeFileSync(BUNDLED, `${JSON.stringify([...folders].sort(), null, 2)}\n`)
    })
  },
}
