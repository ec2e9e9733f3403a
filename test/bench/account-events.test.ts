import { describe, expect, it } from 'vitest'
import { type Shop, useShop } from '../browser/support/shop.js'
import { hold, report } from './figures.mjs'
import { installWallets, rage, type Storm } from './storm.js'

/**
 * A broken wallet reports accounts ten thousand times a second, for ten seconds: the page must stay as smooth as with a
 * page that only remembers the last report (K01).
 */
const PER_SECOND = 10_000
const SECONDS = 10
/** Longest frame and longest task, in ms, at full speed. */
const LIMIT = 50
/** How much longer than planned the reports may take, before the page counts as too busy to send them. */
const SLACK = 1.1

const STORMS: Storm[] = [
  { title: 'an EVM wallet repeats its account', family: 'evm', pause: 10, accounts: 1 },
  {
    title: 'an EVM wallet names another account each time',
    family: 'evm',
    pause: 10,
    accounts: 1e6,
  },
  {
    title: 'an EVM wallet names another account in each task',
    family: 'evm',
    pause: 0,
    accounts: 1e6,
  },
  {
    title: 'a Starknet wallet names another account each time',
    family: 'starknet',
    pause: 10,
    accounts: 1e6,
  },
  {
    title: 'a Starknet wallet names another account in each task',
    family: 'starknet',
    pause: 0,
    accounts: 1e6,
  },
]

/** How long a change of the account may take until a hundred buttons show it, as a rule, in ms (K05). */
const CHANGE_LIMIT = 16

const shop = useShop()
const BODY =
  '<wallet-connect-button id="one" mode="alwaysAsk" chains="eip155:1 starknet:SN_MAIN"></wallet-connect-button>'

/** Opens the page; connected with the wallet of a family, or not at all. */
async function openPage(family: Storm['family'], isConnected: boolean, body = BODY): Promise<Shop> {
  const opened = await shop.open({ body, initScripts: [installWallets] })
  if (!isConnected) return opened
  await opened.button.click()
  await opened.row(family === 'evm' ? 'Alpha' : 'Storm').click()
  await opened.page.waitForFunction(
    () => document.querySelector('wallet-connect-button')?.status === 'connected',
  )
  await opened.modal.waitFor({ state: 'detached' })
  await opened.page.waitForLoadState('networkidle')
  return opened
}

describe('ten thousand account events a second, for ten seconds', () => {
  it.each(STORMS)('no frame takes over 50 ms while $title', async (storm) => {
    const visit = async (isConnected: boolean) => {
      const opened = await openPage(storm.family, isConnected)
      const given = { storm, isConnected, seconds: SECONDS, perSecond: PER_SECOND }
      const seen = await opened.page.evaluate(rage, given)
      await opened.close()
      return seen
    }
    const bare = await visit(false)
    const ours = await visit(true)
    console.info(
      `${storm.title}: ${ours.changes} changes in ${Math.round(ours.took)} ms; without the button the longest frame took ${bare.longestFrame} ms`,
    )
    const verdict = hold(
      `longest frame while ${storm.title}, 10,000 times a second`,
      'ms',
      [ours.longestFrame, ours.longestTask],
      LIMIT,
    )
    report(storm.title, [verdict])
    expect(BigInt(ours.account as string)).toBe(BigInt(ours.last))
    expect(ours.took).toBeLessThanOrEqual(SECONDS * 1_000 * SLACK)
    expect(Math.max(...verdict.values)).toBeLessThanOrEqual(LIMIT)
  })
})

describe('a hundred buttons', () => {
  it('show another account of the wallet within 16 ms, as a rule (K05)', async () => {
    const opened = await openPage('evm', true, BODY + BODY.replace(' id="one"', '').repeat(99))
    const times = await opened.page.evaluate(async () => {
      const { evm } = (document as unknown as { wallets: { evm: { emit(account: string): void } } }).wallets
      const took: number[] = []
      for (let index = 0; index < 100; index += 1) {
        const changed = new Promise((resolve) =>
          document.addEventListener('wallet_changed', resolve, { once: true }),
        )
        const start = performance.now()
        evm.emit(`0x${String((index % 9) + 1).repeat(40)}`)
        await changed
        took.push(performance.now() - start)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return took.sort((a, b) => a - b)
    })
    const verdict = hold(
      'a change of the account with a hundred buttons, 95 of a hundred times',
      'ms',
      [times[95] as number],
      CHANGE_LIMIT,
    )
    report('a hundred buttons', [verdict])
    await opened.close()
    expect(times[95]).toBeLessThanOrEqual(CHANGE_LIMIT)
  })
})
