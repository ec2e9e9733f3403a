/** The id of a heading: the same as where the documents are read without the site, so that a link works in both places. */
export const toAnchor = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
