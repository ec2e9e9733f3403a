import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of this package, found by its own name, from wherever this code runs. */
export const packageRoot = dirname(
  createRequire(import.meta.url).resolve('wallet-connect-button/package.json'),
)

/** A path inside this package. */
export const inPackage = (...parts: string[]): string => join(packageRoot, ...parts)
