import { build } from 'esbuild'

/** Reads src/element/surface.ts, which declares everything that the elements have. */
export async function readSurface() {
  const { outputFiles } = await build({
    entryPoints: ['src/element/surface.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

export const toCamel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())

/** The type of an attribute's property. */
export const typeOf = ({ kind, type, words }) =>
  kind === 'boolean'
    ? 'boolean'
    : kind === 'text'
      ? 'string'
      : (type ?? words.map((word) => `'${word}'`).join(' | '))

/** What counts without the attribute, for a reader; an empty text when that is nothing. */
export const defaultOf = ({ kind, words, fallback, default: value }) =>
  fallback ?? (kind === 'words' ? words[0] : (value ?? ''))

/** Writes parameters, such as `options?: ConnectOptions`. */
export const writeParameters = (parameters) =>
  parameters.map(({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`).join(', ')
