/**
 * The script of the major alias, for page builders whose users do not come back to change an address: it loads the newest release of
 * one major version, by its exact address and held to its hash. It is a few lines that are cached for minutes; what it loads never changes.
 *
 * The attributes of its own tag that begin with `data-` are handed on. A page with `require-trusted-types-for 'script'`
 * refuses it: there the exact address belongs into the page.
 *
 * @param version such as `1.2.3`: the folder beside the alias
 * @param integrity the hash of that version's embed.js
 */
export const writeAlias = (version, integrity) => `/* wallet-connect-button ${version} */
;(() => {
  const tag = document.currentScript
  const script = document.createElement('script')
  for (const { name, value } of tag.attributes) if (name.startsWith('data-')) script.setAttribute(name, value)
  script.crossOrigin = 'anonymous'
  script.integrity = '${integrity}'
  script.src = new URL('../${version}/dist/embed.js', tag.src).href
  tag.after(script)
})()
`

/** The folder of the alias: `1`, or before 1.0.0 the first two numbers, since the second stands for the first then. */
export function nameAlias(version) {
  const [major, minor] = version.split('.')
  return major === '0' ? `0.${minor}` : major
}
