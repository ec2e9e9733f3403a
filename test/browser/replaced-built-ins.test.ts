import { describe, expect, it } from 'vitest'
import { mooToolsLibrary, prototypeLibrary, prototypeToJson } from '../counterparts/old-libraries.js'
import { BUTTON, SCRIPT, useShop } from './support/shop.js'
import { ACCOUNTS } from './support/wallets.js'

const shop = useShop()

/** The page's scripts and the tests meet here, as text: what the page replaces must not change what a test reads. */
const LOG = '<pre id="log"></pre>'

/**
 * Two wallets that write down what they are asked, by nothing but the language's syntax. They keep the printer of their load time, as an
 * extension has one of its own.
 */
function announceWallets(account: string): void {
  const { stringify } = JSON
  const { prototype } = Array
  const print = (value: unknown): string => {
    const before = Reflect.getOwnPropertyDescriptor(prototype, 'toJSON')
    Reflect.deleteProperty(prototype, 'toJSON')
    const text = stringify(value, (_, one) => (typeof one === 'bigint' ? `bigint ${one}` : one))
    if (before) Reflect.defineProperty(prototype, 'toJSON', before)
    return text
  }
  const asked = Object.assign(document, { asked: 0, last: '' })
  const provider = {
    on() {},
    removeListener() {},
    async request({ method, params }: { method: string; params?: unknown }) {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [account]
      if (method === 'eth_chainId') return '0x7a69'
      if (method !== 'personal_sign' && method !== 'eth_signTypedData_v4' && method !== 'eth_sendTransaction')
        throw { code: -32601, message: 'no' }
      asked.asked += 1
      asked.last = `${method} ${print(params)}`
      if (method === 'personal_sign') return `0x${'5e'.repeat(65)}`
      if (method === 'eth_signTypedData_v4') return `0x${'5f'.repeat(65)}`
      return `0x${'ab'.repeat(32)}`
    },
  }
  const announce = (name: string, rdns: string, uuid: string) => {
    const info = Object.freeze({ uuid, name, rdns, icon: 'data:image/png;base64,AA==' })
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  }
  const all = () => {
    announce('Alpha', 'com.example.alpha', '350670db-19fa-4704-a166-e52e178b59d2')
    announce('Beta', 'com.example.beta', '350670db-19fa-4704-a166-e52e178b59d3')
  }
  addEventListener('eip6963:requestProvider', all)
  all()
}

/** Once a wallet is connected: calls that it is asked for, and calls that it must not be asked for, a line for each. */
function useWallet(): void {
  const log = document.getElementById('log') as HTMLElement
  const asked = document as unknown as { asked: number; last: string }
  document.addEventListener('wallet_connected', async ({ target }) => {
    const button = target as HTMLElementTagNameMap['wallet-connect-button']
    const to = '0x000000000000000000000000000000000000dEaD'
    const types = { Mail: [{ name: 'to', type: 'address[]' }] }
    const typed = (value: unknown) =>
      ({ types, primaryType: 'Mail', domain: { name: 'Shop' }, message: { to: value } }) as never
    let lines = ''
    const call = async (name: string, ask: () => Promise<unknown>) => {
      const before = asked.asked
      let code = 'done'
      try {
        await ask()
      } catch (error) {
        code = `${(error as { code?: string }).code}`
      }
      const count = asked.asked - before
      lines += `${name} ${code} ${count}${name === 'execute' && count ? ` ${asked.last}` : ''}\n`
    }
    await call('sign', () => button.signMessage('Hello'))
    await call('typed', () => button.signTypedData(typed([to])))
    await call('execute', () => button.execute([{ to, value: 1n, data: '0x' }]))
    await call('wrong', () => button.signTypedData(typed(['nobody'])))
    await call('wrong', () => button.execute({ to: 'not an address', value: -5 } as never))
    await call('wrong', () => button.execute([{ to }, { to: 7 }] as never))
    log.textContent = `${lines}end`
  })
}

const run = (script: (...args: never[]) => void, ...args: unknown[]) =>
  `(${script.toString()})(${args.map((one) => JSON.stringify(one)).join()});`

const open = (script: string, more = '') =>
  shop.open({
    script: `<script>${run(announceWallets, ACCOUNTS[0])}</script><script>${script}</script>${SCRIPT}`,
    body: `${BUTTON}${LOG}<script>${run(useWallet)}${more}</script>`,
    expectsErrors: true,
  })

describe('a page whose libraries have replaced built-ins before the script', () => {
  it.each([
    ['Prototype.js 1.7.3', run(prototypeLibrary)],
    ['Prototype.js before 1.7', run(prototypeLibrary) + run(prototypeToJson)],
    ['MooTools 1.4.5', run(mooToolsLibrary)],
    ['both', run(mooToolsLibrary) + run(prototypeLibrary)],
    [
      'an `entries` that is another name of a copy',
      'Array.prototype.entries = function () { return this.slice() }',
    ],
    [
      'an Array.from with one argument',
      'Array.from = function (list) { return list ? Array.prototype.slice.call(list) : [] }',
    ],
  ])(
    'PR01: has the list, connects, signs and sends, and no wrong input reaches a wallet: %s',
    async (_, script) => {
      const { page, button, row } = await open(script)
      await button.click()
      await row('Alpha').click()
      const log = page.locator('#log', { hasText: 'end' })
      await log.waitFor({ timeout: 10_000 })
      const lines = (await log.innerText()).split('\n')
      expect(lines.filter((line) => !line.startsWith('execute'))).toEqual([
        'sign done 1',
        'typed done 1',
        'wrong request_invalid 0',
        'wrong request_invalid 0',
        'wrong request_invalid 0',
        'end',
      ])
      const sent = lines.find((line) => line.startsWith('execute')) ?? ''
      expect(sent).toMatch(/^execute done 1 eth_sendTransaction/)
      expect(JSON.parse(sent.slice(sent.indexOf('[')))).toMatchObject([
        { to: '0x000000000000000000000000000000000000dEaD', value: '0x1' },
      ])
    },
  )

  /** Names that libraries are known to define on each. */
  const NAMES: Record<string, string> = {
    Array: 'from of isArray',
    'Array.prototype':
      'entries find filter map some every include includes flatten indexOf reduce reverse each clone contains concat forEach flat',
    Object: 'keys values entries fromEntries clone extend',
    'String.prototype': 'startsWith endsWith include includes trim sub blank padStart contains split replace',
    'Function.prototype': 'bind curry wrap delay',
    'Element.prototype': 'remove contains closest matches append toggleAttribute scrollTo update hide',
    'Node.prototype': 'contains cloneNode',
    'Event.prototype': 'stop element preventDefault',
  }
  /** The ways of libraries: the built-in gives something else, ignores an argument, or a member is added that loops meet. */
  const WAYS: Record<string, (owner: string, name: string) => string> = {
    'gives something else': (owner, name) =>
      `${owner}.${name} = function () { return this === ${owner} ? [] : this };`,
    'ignores all arguments but the first': (owner, name) =>
      `{ const native = ${owner}.${name}; ${owner}.${name} = function (one) { return native ? Reflect.apply(native, this, arguments.length ? [one] : []) : one } };`,
    'has an addition': (owner, name) => `${owner}.${name}Added = function () { return this };`,
  }
  const CASES = Object.entries(NAMES).flatMap(([owner, names]) =>
    names.split(' ').flatMap((name, at) =>
      // An addition is one, whatever its name.
      Object.keys(WAYS).flatMap((way) =>
        at && way === 'has an addition' ? [] : [[owner, name, way] as const],
      ),
    ),
  )
  /** How the lines of a working button begin. */
  const WORKING = ['sign done 1', 'typed done 1', 'execute done 1', 'wrong', 'wrong', 'wrong', 'end']
  /** What the button cannot do without: then a part of it, or all, fails. With every other built-in replaced, it works. */
  const NEEDED = [
    'Array.isArray gives something else',
    'Array.prototype.find gives something else',
    'Array.prototype.filter gives something else',
    'Array.prototype.map gives something else',
    'Array.prototype.some gives something else',
    'Array.prototype.every gives something else',
    'Array.prototype.includes gives something else',
    'Array.prototype.indexOf gives something else',
    'Array.prototype.concat gives something else',
    'Array.prototype.concat ignores all arguments but the first',
    'Array.prototype.forEach gives something else',
    'String.prototype.startsWith gives something else',
    'String.prototype.endsWith gives something else',
    'String.prototype.includes gives something else',
    'String.prototype.trim gives something else',
    'String.prototype.padStart gives something else',
    'String.prototype.padStart ignores all arguments but the first',
    'String.prototype.split gives something else',
    'String.prototype.replace gives something else',
    'String.prototype.replace ignores all arguments but the first',
    'Function.prototype.bind gives something else',
    'Function.prototype.bind ignores all arguments but the first',
    'Element.prototype.append gives something else',
    'Element.prototype.append ignores all arguments but the first',
  ]
  const BEGIN = `addEventListener('load', async () => {
    const log = document.getElementById('log')
    const button = document.querySelector('wallet-connect-button')
    if (!button.connect) { log.textContent = 'no element end'; return }
    try { await button.connect({ walletId: 'com.example.alpha' }) }
    catch (error) { log.textContent = 'connect ' + error.code + ' end' }
  })`

  it('PR01: works, or fails with an error before a wallet is asked, with one built-in after the other replaced, and works without all but a few', {
    timeout: 600_000,
  }, async () => {
    const wrong: string[] = []
    const failing: string[] = []
    for (const [owner, name, way] of CASES) {
      const opened = await open(WAYS[way]?.(owner, name) ?? '', BEGIN)
      const log = opened.page.locator('#log', { hasText: 'end' })
      const text = await log
        .waitFor({ timeout: 10_000 })
        .then(() => log.innerText())
        .catch(() => 'nothing')
      await opened.close()
      const isRefused = /^(?:connect [a-z_]+|no element) end$/.test(text)
      const lines = text.split('\n')
      const isFine = lines.every((line) => {
        if (line === 'end') return true
        // What was sent is what the page has called for.
        if (line.startsWith('execute done'))
          return /"to":"0x0{36}dEaD".*"value":"0x1"|"value":"0x1".*"to":"0x0{36}dEaD"/.test(line)
        return line.startsWith('wrong')
          ? /^wrong (?:request|config)_invalid 0$/.test(line)
          : / done 1$| [a-z_]+ 0$/.test(line)
      })
      if (!isRefused && !isFine) wrong.push(`${owner}.${name} ${way}: ${text}`)
      const isWorking = WORKING.every((begin, at) => lines[at]?.startsWith(begin))
      if (!isWorking && !NEEDED.includes(`${owner}.${name} ${way}`))
        failing.push(`${owner}.${name} ${way}: ${text}`)
    }
    expect(wrong).toEqual([])
    expect(failing).toEqual([])
  })
})
