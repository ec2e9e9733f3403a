import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'

/**
 * A path relative to the project's folder: an absolute path would change the files' hashes, and no two folders would
 * build the same.
 */
const SOCKET_CLASS = './src/connectors/relay/socket-class.ts'

/**
 * Provides the package `ws` for Node before 22. The relay's client gets the class that was loaded before it, instead of
 * importing a package. `ws` itself finds Node's modules without an import, so that a bundler for browsers has none to
 * resolve.
 */
export const nodeSocket: Plugin = {
  name: 'node-socket',
  setup(build) {
    build.onResolve({ filter: /^ws$/ }, ({ importer }) =>
      importer.includes('@walletconnect')
        ? { path: 'ws', namespace: 'socket-class' }
        : { path: resolve('node_modules/ws/wrapper.mjs') },
    )
    build.onLoad({ filter: /.*/, namespace: 'socket-class' }, () => ({
      contents: `module.exports = require(${JSON.stringify(SOCKET_CLASS)}).socketClass.WebSocket`,
      resolveDir: process.cwd(),
    }))
    build.onResolve(
      { filter: /^(?:node:)?[a-z_]+$|^(?:bufferutil|utf-8-validate)$/ },
      ({ path, importer }) =>
        /node_modules\/ws\//.test(importer) ? { path, namespace: 'node-module' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'node-module' }, ({ path }) => ({
      contents: builtinModules.includes(path)
        ? `module.exports = process.getBuiltinModule('node:${path}')`
        : `throw new Error('${path} is not there')`,
    }))
  },
}

/**
 * Leaves out the store that the relay's client has for itself: it reads `localStorage` while it is loaded, which a page may not be
 * allowed to do. The client is always given ours.
 */
export const noKeyValueStorage: Plugin = {
  name: 'no-key-value-storage',
  setup(build) {
    build.onResolve({ filter: /^@walletconnect\/keyvaluestorage$/ }, ({ path }) => ({
      path,
      namespace: 'no-key-value-storage',
    }))
    build.onLoad({ filter: /.*/, namespace: 'no-key-value-storage' }, () => ({
      contents: 'export class KeyValueStorage {}; export default KeyValueStorage',
    }))
  },
}

/**
 * Lets the entry for React take the element from the main entry's file, so that no chunk defines the element: the main
 * entry is marked as having an effect, chunks are not.
 */
export const oneDefinition: Plugin = {
  name: 'one-definition',
  setup(build) {
    build.onResolve({ filter: /^\.\/index\.js$/ }, ({ importer }) =>
      importer.endsWith('exports/react.ts') ? { path: './index.js', external: true } : undefined,
    )
  },
}

/** What the source, and the packages inside the script tag, take from React by name. */
const REACT_NAMES: Record<string, readonly string[]> = {
  react: [
    'Component',
    'createElement',
    'isValidElement',
    'startTransition',
    'useCallback',
    'useEffect',
    'useLayoutEffect',
    'useMemo',
    'useReducer',
    'useRef',
    'useState',
    'useSyncExternalStore',
  ],
  'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
  'react-dom': ['flushSync'],
  'react-dom/client': ['createRoot', 'hydrateRoot'],
}

/**
 * The app draws its first list before React has loaded: this is what it imports as the renderer, as React, and as what only React
 * can render. `renderer.ts` brings all of it.
 */
const LATE = {
  renderer: 'src/embed/react-dom.ts',
  react: 'src/embed/react.ts',
  view: 'src/embed/model-view.ts',
}

/** What the app imports from `react` before it has loaded: the custom element's library, and the list that is drawn ahead. */
const BEFORE_REACT = /@r2wc|\/list-on-page\.ts$/

/**
 * Gives React's CommonJS modules exports. Without them each importing file gets its own copy of the module, an object with
 * a getter for every name, and each call of a hook goes through it.
 */
export const reactExports: Plugin = {
  name: 'react-exports',
  setup(build) {
    build.onResolve({ filter: /^react(?:-dom)?(?:\/.*)?$/ }, ({ path, kind, importer }) => {
      if (kind !== 'import-statement') return undefined
      const isReal = importer.endsWith('/src/embed/renderer.ts')
      if (!isReal && path.startsWith('react-dom')) return { path: resolve(LATE.renderer) }
      if (!isReal && (path === 'react/jsx-runtime' || BEFORE_REACT.test(importer)))
        return { path: resolve(LATE.react) }
      return { path, namespace: 'react-exports' }
    })
    build.onResolve({ filter: /^\.\/model-view\.js$/ }, ({ importer }) =>
      importer.endsWith('/connect-modal/modal.tsx') ? { path: resolve(LATE.view) } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'react-exports' }, ({ path }) => ({
      contents: [
        `const all = require('${path}')`,
        'export default all',
        ...(REACT_NAMES[path] ?? []).map((name) => `export const ${name} = all.${name}`),
      ].join('\n'),
      resolveDir: process.cwd(),
    }))
  },
}
