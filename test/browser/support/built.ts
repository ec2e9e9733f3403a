import { readdir, readFile } from 'node:fs/promises'
import { inPackage } from '../../counterparts/package-root.js'

/** The script tag's built files: path below dist → content. */
export async function readBuilt(): Promise<Map<string, Uint8Array>> {
  const names = await readdir(inPackage('dist/embed')).catch(() => {
    throw new Error('The package is not built yet: run `npm run build` first.')
  })
  const paths = ['embed.js', 'integrity.json', ...names.map((name) => `embed/${name}`)]
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, await readFile(inPackage('dist', path))] as [string, Uint8Array]),
    ),
  )
}

/** The only built file whose name begins this way, such as `embed/app-`. */
export function findBuilt(built: ReadonlyMap<string, Uint8Array>, start: string): string {
  const path = [...built.keys()].find((each) => each.startsWith(start))
  if (!path) throw new Error(`Nothing was built that begins with ${start}`)
  return path
}
