/** The error when a browser loads the files that are meant for a bundler. */
export const NO_BUNDLER =
  'This page loads the files that are meant for a bundler. Without one, load dist/embed.js, with a script tag or an import: it brings everything along.'

/**
 * Whether an import failed because it names a package, which a browser cannot resolve. Every browser mentions the
 * specifier then.
 */
export const isBareImport = (error: unknown): boolean =>
  error instanceof TypeError && /\bspecifier\b/i.test(error.message)
