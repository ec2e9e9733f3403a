import { afterAll, beforeAll, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/view/i18n/names.js'
import { type Gallery, startGallery } from './gallery.js'
import { findMisfits } from './geometry.js'

let gallery: Gallery
beforeAll(async () => {
  gallery = await startGallery()
})
afterAll(() => gallery?.close())

/** States without a text that another state does not show in the same place. */
const SAID_ELSEWHERE =
  /^(?:list-(?:sixty|long|one|connected|search)|button-(?:small|disabled|connecting)|connected(?!-wrong|-signed).*|menu-(?:starknet|name|both|networks)|opening|code-(?:coming|ending)|waiting-(?:email|window)|phone-code)$/

it.each(['en', ...LANGUAGES])('the gallery cuts no text of the language “%s” at 390 px', async (lang) => {
  const queries = gallery.states
    .filter((state) => !SAID_ELSEWHERE.test(state))
    .map((state) => `state=${state}&lang=${lang}`)
  const found = await gallery.visit(queries, (page) => page.evaluate(findMisfits), {
    width: 390,
    height: 780,
  })
  expect(found).toEqual({})
})
