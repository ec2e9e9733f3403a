import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inPackage } from '../counterparts/package-root.js'
import { type Shop, untilStatus, useShop } from './support/shop.js'
import { installStarknetWallets } from './support/starknet-wallets.js'
import { walletCalled } from './support/wallets.js'

/**
 * Writes down which requests a wallet hears, and when. docs/wallets.md has them as a table; `WRITE=table` writes it again. Both
 * wallets open a window for each request that some wallet does not answer silently.
 */
const shop = useShop()

const DOCUMENT = 'docs/wallets.md'
const HEAD = '| when | EVM | Starknet | windows |\n|---|---|---|---|\n'

const evmWallets = [walletCalled('Strict', { faults: { asksBefore: true } })]
const NAMES = { evm: 'Strict', starknet: 'Keplr' }
type Family = keyof typeof NAMES

/** Brings the wallets into the state that the address names, before the button is there. */
const SET_STATE = `<script>
  const state = new URLSearchParams(location.search).get('state')
  for (const wallet of [...window.evmWallets, ...window.starknetWallets]) {
    if (state === 'locked') wallet.lock()
    if (state === 'withdrawn') wallet.disconnect()
    if (state === 'refuses') wallet.setApprove('never')
  }
</script>`
const PAGE = {
  head: SET_STATE,
  body: '<wallet-connect-button id="one" app-name="Shop" chains="eip155:31337 starknet:SN_MAIN" wallets="injected starknet"></wallet-connect-button>',
}

/** What a wallet has heard since the page began. */
interface Heard {
  requests: string[]
  windows: number
}

const open = async () =>
  shop.open({
    ...PAGE,
    evmWallets,
    initScripts: await installStarknetWallets({
      profile: 'keplr',
      habits: { asksBefore: true },
      memory: 'local',
    }),
  })

const listen = ({ page }: Shop, family: Family): Promise<Heard> =>
  page.evaluate((name) => {
    const given = window as never as {
      evmWallets: { requests: { method: string }[]; prompts: object[] }[]
      starknetWallets: {
        requests: { type: string; params?: { silent_mode?: boolean } }[]
        prompts: object[]
      }[]
    }
    const [evm, starknet] = [given.evmWallets[0], given.starknetWallets[0]]
    return name === 'evm'
      ? { requests: (evm?.requests ?? []).map(({ method }) => method), windows: evm?.prompts.length ?? 0 }
      : {
          requests: (starknet?.requests ?? []).map(
            ({ type, params }) => `${type}${params?.silent_mode ? ', silent' : ''}`,
          ),
          windows: starknet?.prompts.length ?? 0,
        }
  }, family)

/** Whether the wallet of an earlier page may still be restored. */
const isStored = ({ page }: Shop, family: Family) =>
  page.evaluate(
    (namespace) => (localStorage.getItem('wcb.1:default:reconnect') ?? '').includes(`${namespace}=`),
    family === 'evm' ? 'eip155' : 'starknet',
  )

/** Shows the page again, as when the visitor comes back to its tab. */
const comeBack = ({ page }: Shop) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** Goes through a visitor's moments with one wallet. @returns what the wallet heard in each */
async function visit(family: Family): Promise<Map<string, Heard>> {
  const moments = new Map<string, Heard>()
  let opened = await open()
  let before: Heard = { requests: [], windows: 0 }
  const note = async (moment: string) => {
    const now = await listen(opened, family)
    moments.set(moment, {
      requests: [...new Set(now.requests.slice(before.requests.length))],
      windows: now.windows - before.windows,
    })
    before = now
  }
  const load = async (state: string) => {
    await opened.page.goto(`${opened.url}?state=${state}`)
    before = { requests: [], windows: 0 }
  }
  const untilAsked = (kinds: number) =>
    expect
      .poll(async () => new Set((await listen(opened, family)).requests.slice(before.requests.length)).size)
      .toBeGreaterThanOrEqual(kinds)
  /** Waits until the page has given the question up that it asks at its load, and then a minute of its own clock. */
  const untilGivenUp = async (kinds: number) => {
    await untilAsked(kinds)
    await opened.page.waitForFunction(
      () => document.querySelector('wallet-connect-button')?.state.phase === 'ready',
    )
    await opened.page.clock.runFor('01:00')
  }
  /** A Starknet wallet that shows no account is also asked whether it is locked. */
  const kindsWithoutAccount = family === 'evm' ? 1 : 2

  await opened.page.waitForLoadState('networkidle')
  await note('a new visitor loads the page')
  await opened.button.hover()
  await opened.button.click()
  await opened.row(NAMES[family]).hover()
  await note('… points at the button, opens the list and points at the wallet')
  await opened.row(NAMES[family]).click()
  await untilStatus(opened.page, 'connected')
  await note('… chooses the wallet and allows the page')

  await load('allowed')
  await untilStatus(opened.page, 'connected')
  await note('a connected visitor loads the page again')
  await comeBack(opened)
  await untilAsked(family === 'evm' ? 2 : 3)
  await note('… comes back to the tab')

  await opened.page.clock.install()
  await load('locked')
  await untilGivenUp(kindsWithoutAccount)
  await note('the wallet is locked: the page loads')
  expect(await isStored(opened, family)).toBe(true)
  await comeBack(opened)
  await untilAsked(kindsWithoutAccount)
  await note('… the visitor comes back to the tab')
  expect(await isStored(opened, family)).toBe(true)

  await load('withdrawn')
  await untilGivenUp(kindsWithoutAccount)
  // An EVM wallet does not say whether it is locked or has withdrawn its permission.
  await expect.poll(() => isStored(opened, family)).toBe(family === 'evm')
  await note('the permission was withdrawn: the page loads')

  opened = await open()
  await load('refuses')
  await opened.button.click()
  await opened.row(NAMES[family]).click()
  await expect.poll(() => opened.heard('error')).not.toHaveLength(0)
  await opened.page.waitForLoadState('networkidle')
  await note('a visitor chooses the wallet and refuses')
  return moments
}

describe('a wallet in the page', () => {
  it('WP01, WP02, WP05: hears what docs/wallets.md says, and opens a window after a click alone', async () => {
    const [evm, starknet] = [await visit('evm'), await visit('starknet')]
    const code = ({ requests }: Heard) =>
      requests.map((one) => one.replace(/^\w+/, '`$&`')).join('; ') || 'nothing'
    const rows = [...evm].map(([moment, heard]) => {
      const other = starknet.get(moment) as Heard
      expect(other.windows, moment).toBe(heard.windows)
      return `| ${moment} | ${code(heard)} | ${code(other)} | ${heard.windows} |\n`
    })
    const asked = (moments: Map<string, Heard>) => [...moments].filter(([, { windows }]) => windows > 0)
    for (const moments of [evm, starknet]) {
      expect(asked(moments).map(([moment, { windows }]) => [moment, windows])).toEqual([
        ['… chooses the wallet and allows the page', 1],
        ['a visitor chooses the wallet and refuses', 1],
      ])
    }
    const path = inPackage(DOCUMENT)
    const text = readFileSync(path, 'utf8')
    const from = text.indexOf(HEAD)
    const to = text.indexOf('\n\n', from) + 1
    const written = text.slice(0, from) + HEAD + rows.join('') + text.slice(to)
    if (process.env.WRITE === 'table') writeFileSync(path, written)
    else expect(text).toBe(written)
  })
})
