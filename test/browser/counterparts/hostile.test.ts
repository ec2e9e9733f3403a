import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useChromium } from '../../counterparts/chromium-hooks.js'
import {
  addExtensionNoise,
  patchArrays,
  polluteWithTraps,
  replaceBuiltIns,
  translatePage,
} from '../../counterparts/hostile.js'
import { POLICIES, REFERENCE_POLICIES } from '../../counterparts/hostile-policies.js'
import { blockStorage, fillStorage, storeForeignKeys } from '../../counterparts/hostile-storage.js'
import { type PageServer, startPageServer } from '../../counterparts/servers.js'

const open = useChromium()
let server: PageServer
beforeAll(async () => {
  server = await startPageServer()
  server.page('/', '<!doctype html><title>Hostile</title><button>Buy</button><script src=/ours.js></script>')
  server.route('/ours.js', { body: 'window.ours = () => JSON.parse("1")' })
})
afterAll(() => server.stop())

describe('the hostile-page kit', () => {
  it('G06: records what is assigned to a polluted name, and what passes through a patched array', async () => {
    const { page, errors } = await open({ url: server.origin, initScripts: [polluteWithTraps, patchArrays] })
    const records = await page.evaluate(() => {
      Object.assign({}, { signature: 'secret' })
      JSON.stringify({ token: 1 })
      ;['in a list'].map(String)
      return window.hostileRecords?.join('|')
    })
    expect(records).toContain('signature=secret')
    expect(records).toContain('toJSON:token')
    expect(records).toContain('in a list')
    expect(errors).toEqual([])
  })

  it('G07: breaks a replaced built-in for our script only', async () => {
    const { page } = await open({ url: server.origin })
    await page.evaluate(replaceBuiltIns, '/ours.js')
    const seen = await page.evaluate(() => {
      const own = JSON.parse('2')
      let ours: unknown
      try {
        ours = (window as unknown as { ours(): unknown }).ours()
      } catch (error) {
        ours = (error as Error).message
      }
      return [own, ours, window.hostileRecords]
    })
    expect(seen).toEqual([2, 'JSON.parse was replaced', ['JSON.parse']])
  })

  it('E01, E02, E11: provides storage that is blocked, full, or full of other data', async () => {
    const store = () => {
      try {
        localStorage.setItem('own', '1')
        return localStorage.length
      } catch (error) {
        return (error as Error).name
      }
    }
    const seen = []
    for (const script of [blockStorage, fillStorage, storeForeignKeys]) {
      seen.push(await (await open({ url: server.origin, initScripts: [script] })).page.evaluate(store))
    }
    expect(seen).toEqual(['SecurityError', 'QuotaExceededError', 51])
  })

  it('G20, G21: replaces words, and inserts nodes and attributes', async () => {
    const { page } = await open({ url: server.origin })
    await page.evaluate(translatePage)
    await page.evaluate(addExtensionNoise)
    expect(await page.locator('button').innerHTML()).toBe(
      '<grammar-check></grammar-check><font data-extension="seen">[Buy]</font>',
    )
  })

  it.each(Object.entries({ ...POLICIES, ...REFERENCE_POLICIES }))(
    'G01–G05, G18: has a valid policy %s',
    async (name, policy) => {
      const sources = { script: server.origin, connect: ['https://api.example'], nonce: 'abc' }
      const html = '<!doctype html><title>Policy</title><script nonce=abc src=/ours.js></script>'
      const url = server.page(`/policy-${name}`, html, { csp: policy(sources) })
      const opened = await open({ url })
      expect(await opened.page.evaluate(() => 'ours' in window)).toBe(true)
      expect(opened.console).toEqual([])
      expect(opened.violations).toEqual([])
    },
  )
})
