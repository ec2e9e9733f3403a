import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package: the nearest one above this file with a package.json, even when this file was bundled. */
export const packageRoot = ((): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
})()

/** A path inside this package. */
export const inPackage = (...parts: string[]): string => join(packageRoot, ...parts)
