/** What to do where a browser was given the files that are meant for a bundler. */
export const NO_BUNDLER =
  'This page loads the files that are meant for a bundler. Without one, load dist/embed.js, with a script tag or an import: it brings everything along.'

/**
 * Whether an import has failed because a package was asked for by its name, which a browser cannot find: all of them say that
 * it is the specifier.
 */
export const isBareImport = (error: unknown): boolean =>
  error instanceof TypeError && /\bspecifier\b/i.test(error.message)
