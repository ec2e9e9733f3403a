// What axe-core finds on a page: the same rules for every page, those of WCAG 2.2 A and AA.
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Opens every shadow root, because axe cannot look into a closed one. Runs before the page's own scripts. */
export const OPEN_SHADOW_ROOTS = `{
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: 'open' }) }
}`

/** @returns the elements with a fault, each with its rule: `{ rule, element }` */
export async function runAxe(tab, source) {
  // axe comes in by the browser's debugging protocol, so that a page's content security policy does not stop it.
  await tab.evaluate(source)
  return tab.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, { runOnly })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => ({ rule: id, element: html.slice(0, 160) })),
    )
  }, RULES)
}
