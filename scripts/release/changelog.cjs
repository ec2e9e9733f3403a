/** How Changesets writes an entry of CHANGELOG.md: the words of the change alone, without hashes and names. */
module.exports = {
  getReleaseLine: async ({ summary }) => {
    const [first, ...rest] = summary.trim().split('\n')
    return `- ${first}${rest.map((line) => `\n  ${line}`.trimEnd()).join('\n')}`
  },
  getDependencyReleaseLine: async () => '',
}
