import { THIEF, VISITOR } from './sites.mjs'

/** Describes how a call ended. */
function tell([outcome], limit) {
  if (!outcome) return `still pending after ${limit / 1_000} s`
  const { value, error, ms } = outcome
  if (error) return `“${error.slice(0, 54)}” after ${ms} ms`
  const isThief = value && BigInt(value) === BigInt(THIEF)
  return isThief ? `**connected as the attacker** after ${ms} ms` : `connected as the visitor after ${ms} ms`
}

const uncaught = ({ errors }) =>
  errors.length ? `; ${errors.length} uncaught (“${errors[0].slice(0, 50)}”)` : ''
/** Refuses every window, as a popup blocker does. */
function blockPopups() {
  window.open = () => null
  let timers = 0
  const native = setTimeout
  window.setTimeout = (run, ms, ...rest) => {
    if (ms === 100) timers++
    return native(run, ms, ...rest)
  }
  window.countTimers = () => timers
}

/** Each attack: what the wallet's host serves, how the shop's page is made, and what was seen. */
export const ATTACKS = [
  {
    name: 'Forged replies from a foreign frame, popup (D01)',
    wallet: 'slow',
    flood: true,
    async run(visit) {
      await visit.click('connect')
      return tell(await visit.outcomes(12_000), 12_000)
    },
  },
  {
    name: 'Forged replies from a foreign frame, framed wallet (D01)',
    wallet: 'slow',
    flood: true,
    mode: 'iframe',
    lists: 'all',
    async run(visit) {
      await visit.click('connect')
      const seen = tell(await visit.outcomes(12_000), 12_000)
      const framed = visit.page.frames().some((frame) => frame.url().startsWith(visit.sites.wallet))
      return framed ? seen : `${seen} (in a popup)`
    },
  },
  {
    name: 'The wallet’s window is led to another site (D03)',
    wallet: 'redirect',
    async run(visit) {
      const [popup] = await Promise.all([visit.popup(), visit.click('connect')])
      const outcomes = await visit.outcomes(16_500)
      const heard = popup && !popup.isClosed() ? await popup.evaluate(() => window.heard) : []
      const sent = heard.length ? `**it was sent** ${heard.join(', ')}` : 'it was sent nothing'
      return `${sent}; ${tell(outcomes, 16_500)}`
    },
  },
  {
    name: 'After a login, the window to sign in is led to another site (D03)',
    async run(visit) {
      await visit.click('connect')
      await visit.outcomes(16_000)
      await visit.page.waitForTimeout(500)
      visit.sites.serve('redirect')
      for (const old of visit.context.pages().slice(1)) await old.close()
      await visit.page.waitForTimeout(2_000)
      const [popup] = await Promise.all([visit.popup(), visit.click('sign')])
      const [outcome] = await visit.outcomes(16_500)
      const heard = popup && !popup.isClosed() ? await popup.evaluate(() => window.heard) : []
      const sent = heard.length ? `**it was sent** ${heard.join(', ')}` : 'it was sent nothing'
      if (!outcome) return `${sent}; still pending after 16.5 s`
      return outcome.error
        ? `${sent}; “${outcome.error.slice(0, 54)}” after ${outcome.ms} ms`
        : `${sent}; **its signature was taken** after ${outcome.ms} ms`
    },
  },
  {
    name: 'The popup is blocked (D05)',
    init: blockPopups,
    async run(visit) {
      await visit.click('connect')
      const seen = tell(await visit.outcomes(8_000), 8_000)
      // By now all code that looks for wallets at the start has run.
      await visit.page.waitForTimeout(2_000)
      const before = await visit.page.evaluate(() => window.countTimers())
      await visit.page.waitForTimeout(1_000)
      const timers = (await visit.page.evaluate(() => window.countTimers())) - before
      return `${seen}${uncaught(visit)}${timers ? `; ${timers} timers a second go on` : ''}`
    },
  },
  {
    name: 'The popup is closed 1.5 s after the click, before its page has said a word (D07)',
    wallet: 'silent',
    async run(visit) {
      const [popup] = await Promise.all([visit.popup(), visit.click('connect')])
      await visit.page.waitForTimeout(1_500)
      const closed = Date.now()
      await popup?.close()
      const [outcome] = await visit.outcomes(30_000)
      if (!outcome?.error) return tell([outcome], 30_000)
      return `“${outcome.error.slice(0, 54)}” ${outcome.at - closed} ms after it was closed`
    },
  },
  {
    name: 'The popup never says that it is there (D08)',
    wallet: 'silent',
    async run(visit) {
      const [popup] = await Promise.all([visit.popup(), visit.click('connect')])
      const seen = tell(await visit.outcomes(25_000), 25_000)
      return `${seen}; the window is ${popup?.isClosed() === false ? 'left open' : 'closed'}`
    },
  },
  {
    name: 'The wallet’s frame never loads (D14)',
    wallet: 'hang',
    mode: 'iframe',
    lists: 'all',
    async run(visit) {
      await visit.click('connect')
      const seen = tell(await visit.outcomes(25_000), 25_000)
      return `${seen}; ${await visit.page.locator('iframe').count()} frames left`
    },
  },
  {
    name: 'The list of sites that may frame the wallet cannot be had (D25)',
    lists: 'down',
    async run(visit) {
      await visit.click('connect')
      return tell(await visit.outcomes(20_000), 20_000)
    },
  },
  {
    name: 'Two signatures are asked for at once, while the window loads (D12)',
    async run(visit) {
      await visit.click('connect')
      const [login] = await visit.outcomes(16_000)
      if (!login?.value || BigInt(login.value) !== BigInt(VISITOR)) return 'could not log in'
      await visit.page.waitForTimeout(500)
      for (const old of visit.context.pages().slice(1)) await old.close()
      await visit.page.waitForTimeout(2_000)
      await visit.click('sign', 'sign')
      const outcomes = await visit.outcomes(10_000, 2)
      return `${outcomes.filter(({ value }) => value).length} of 2 answered after 10 s`
    },
  },
]
