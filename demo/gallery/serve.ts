import { readFile } from 'node:fs/promises'
import { inPackage } from '../../test/counterparts/package-root.js'
import { createBundle } from '../apps.js'

/** The gallery's own files. */
const FILES: Readonly<Record<string, string>> = {
  'gallery.css': 'demo/gallery/gallery.css',
}

/** The page of the gallery. */
export const readGalleryPage = (): Promise<string> => readFile(inPackage('demo/gallery/gallery.html'), 'utf8')

/** The files below `/gallery/`: the view from src, bundled when it is first requested. */
export function createGalleryFiles(): (path: string) => Promise<Uint8Array | null> {
  const bundled = createBundle({
    entryPoints: { page: inPackage('demo/gallery/page.ts') },
    define: { 'process.env.NODE_ENV': '"production"', __WCB_PROJECT_ID__: '""', __WCB_VERSION__: '""' },
  })
  return async (path) => (FILES[path] ? readFile(inPackage(FILES[path])) : bundled(path))
}
