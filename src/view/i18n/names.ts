// Written by `node scripts/surface.mjs` from the files in languages/: add or edit one there.

/** Languages that there are texts for, besides English, by their file. */
export const LANGUAGES: readonly string[] =
  'ar de es fr he hi id it ja ko ms nl pl pt ru th tr uk vi zh-hant zh'.split(' ')
