import { readFile } from 'node:fs/promises'
import { inPackage } from '../../test/counterparts/package-root.js'
import { createBundle } from '../apps.js'

/** The gallery's own files, and the style sheet that pages get for the ready looks. */
const FILES: Readonly<Record<string, string>> = {
  'gallery.css': 'demo/gallery/gallery.css',
  'looks.css': 'src/view/theme/looks.css',
}

/** The page of the gallery. */
export const readGalleryPage = (): Promise<string> => readFile(inPackage('demo/gallery/gallery.html'), 'utf8')

/** What lies below `/gallery/`: the view as it stands in src, bundled when it is first asked for. */
export function createGalleryFiles(): (path: string) => Promise<Uint8Array | null> {
  const bundled = createBundle({
    entryPoints: { page: inPackage('demo/gallery/page.ts') },
    define: { 'process.env.NODE_ENV': '"production"', __WCB_PROJECT_ID__: '""', __WCB_VERSION__: '""' },
  })
  return async (path) => (FILES[path] ? readFile(inPackage(FILES[path])) : bundled(path))
}
