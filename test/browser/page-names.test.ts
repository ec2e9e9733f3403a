import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Relay, startRelay } from '../counterparts/relay.js'
import { PROJECT_ID } from '../counterparts/relay-site.js'
import { begin, codeOn } from '../counterparts/relay-visitor.js'
import { BUTTON, useShop } from './support/shop.js'

const shop = useShop()
let relay: Relay
beforeAll(async () => {
  relay = await startRelay()
})
afterAll(() => relay?.stop())

describe('a name on window that an id of the page has made', () => {
  it.each(['process', 'global', 'Buffer', 'module', 'exports', 'define', 'require', 'setImmediate'])(
    'PR02: hinders no wallet on a phone: %s',
    async (id) => {
      const phone = BUTTON.replace(
        'wallets="injected"',
        `wallets="walletConnect" project-id="${PROJECT_ID}" relay-url="${relay.url}"`,
      )
      const opened = await shop.open({ body: `<section id="${id}"><h2>Our ${id}</h2></section>${phone}` })
      await begin(opened.page)
      await codeOn(opened.page).waitFor()
      expect(await opened.heard('error')).toEqual([])
    },
  )
})
