import type { Page } from 'playwright-core'

/** Roles that a visitor meets: what can be used, and what gives the view its name. */
const MET = /^(?:dialog|heading|button|link|searchbox|menu|menuitem|menuitemradio|alert)$/

/**
 * The browser's own accessibility tree, as assistive technology gets it.
 *
 * @returns `role name` of each node that a visitor meets, in order; what follows the name in brackets is its state
 */
export async function readTree(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Accessibility.enable')
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const walk = (id: string): string[] => {
    const { ignored, role, name, properties = [], childIds = [] } = byId.get(id) ?? {}
    const below = childIds.flatMap(walk)
    if (ignored || !MET.test(role?.value ?? '')) return below
    const states = properties
      .filter(({ name: key, value }) => /^(?:checked|modal|busy)$/.test(key) && value.value !== false)
      .map(({ name: key, value }) => `[${key}${value.value === true ? '' : `=${value.value}`}]`)
    return [[role?.value, name?.value, ...states].filter(Boolean).join(' '), ...below]
  }
  return walk(nodes.find(({ parentId }) => !parentId)?.nodeId ?? '')
}

/** Records, from now on, what the one status region below an element says, also if it comes later. */
export const recordStatus = (page: Page, tag: 'wallet-connect-button' | 'wallet-connect-modal') =>
  page.evaluate((name) => {
    const root = document.querySelector(name)?.shadowRoot as ShadowRoot
    const said: string[] = []
    Object.assign(document, { [name]: said })
    new MutationObserver((changes) => {
      const region = root.querySelector('[role=status]')
      if (region?.textContent && changes.some(({ target }) => region.contains(target)))
        said.push(region.textContent)
    }).observe(root, { childList: true, characterData: true, subtree: true })
  }, tag)

/** What was recorded. */
export const readStatus = (
  page: Page,
  tag: 'wallet-connect-button' | 'wallet-connect-modal',
): Promise<string[]> =>
  page.evaluate((name) => (document as unknown as Record<string, string[]>)[name] ?? [], tag)
