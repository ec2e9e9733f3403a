import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOSTS } from '../../demo/studio/snippets.js'
import type { StudioState } from '../../demo/studio/state.js'
import { toAttributes, toProperties } from '../../demo/studio/tag.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { anyState } from '../unit/studio/any-state.js'
import { startWordPress, type WordPress } from './wordpress.js'

let site: WordPress
const open = useChromium()
beforeAll(async () => {
  site = await startWordPress()
})
afterAll(() => site?.close())

/** What the whole site has in its settings and not in the shortcode. */
const OF_THE_SITE = ['app-name', 'project-id', 'dir', 'style', 'sign-in', 'api-url', 'name', 'sign-in-nonce']
const states = fc.sample(anyState, { numRuns: 10, seed: 3 })
const release = { script: '', integrity: '', sheet: '', sheetIntegrity: '' }

const write = (state: StudioState): Record<string, string> =>
  Object.fromEntries((HOSTS.wordpress?.write(state, release) ?? []).map(({ place, code }) => [place, code]))
const inPhp = (text: string): string => `base64_decode('${Buffer.from(text).toString('base64')}')`

/** Does what the studio says: the settings, the style sheet, the text of a post. @returns the post's address */
function follow(state: StudioState): Promise<string> {
  const given = write(state)
  const setting = (name: string) => inPhp(given[`Settings → Wallet Connect Button → ${name}`] ?? '')
  const css = inPhp(given['Appearance → Editor → Styles → Additional CSS'] ?? '')
  return site
    .php(
      `update_option(WalletConnectButton\\OPTION, array('app_name' => ${setting('Name')}, 'project_id' => ${setting('WalletConnect project id')}));
      wp_update_custom_css_post(${css});`,
    )
    .then(() => site.publish(given['In a page or post, with the plugin'] ?? '', 'author'))
}

describe('code from the studio, in WordPress', () => {
  it.each(states.map((state, index) => [index, state] as const))(
    'draws the button that state %i asks for',
    async (_, state) => {
      const { page, errors } = await open({ url: await follow(state) })
      const tag = page.locator('wallet-connect-button')
      await tag.locator('[part=button]').waitFor()
      const shown = await tag.evaluate(
        (element, names) => {
          const style = getComputedStyle(element)
          return {
            attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
            properties: names.map((name) => style.getPropertyValue(name).trim()),
          }
        },
        toProperties(state).map(([name]) => name),
      )
      expect(shown.properties).toEqual(toProperties(state).map(([, value]) => value))
      expect(errors).toEqual([])
      if (state.signIn !== 'off') {
        expect(shown.attributes['sign-in']).toBe('form')
        expect(await page.locator('body').innerText()).not.toContain('Only visitors who have signed in')
        return
      }
      const wanted = toAttributes(state).filter(([name]) => !OF_THE_SITE.includes(name))
      for (const [name, value] of wanted) {
        // WordPress takes markup and spaces out of a text of an author's.
        if (name === 'label' && /[<%]|^\s|\s$|\s{2}|^0?$/.test(String(value))) continue
        expect([name, shown.attributes[name]]).toEqual([name, value === true ? '' : value])
      }
    },
  )
})
