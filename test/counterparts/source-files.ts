import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that a tool has written. */
const WRITTEN = new Set(['node_modules', 'dist', '.pages', 'cache'])

/**
 * Lists the files of a folder and its subfolders whose names match. It follows no link: an installed example links to the
 * project that contains it.
 */
export const listSources = (folder: string, name: RegExp): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return WRITTEN.has(entry.name) ? [] : listSources(path, name)
    return entry.isFile() && name.test(entry.name) ? [path] : []
  })
