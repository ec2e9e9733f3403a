import { verifyMessage } from 'viem'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignIn, readSignInForm, type SignIn } from '../../src/exports/server.js'
import { createScriptedAccount } from '../../src/testing/starknet/account.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { type StarknetTestNode, startStarknetNode } from '../counterparts/starknet-node.js'
import { buildTestingScript } from '../counterparts/testing-script.js'
import { findBuilt } from './support/built.js'
import { call } from './support/calls.js'
import { BUTTON, untilStatus, useShop } from './support/shop.js'
import { untilIdle } from './support/until-idle.js'
import { ACCOUNTS, walletCalled } from './support/wallets.js'

const shop = useShop()
let anvil: Anvil
/** Nonces that the server has written into a page and not received again. */
const nonces = new Set<string>()
/** The fields of the last submitted form. */
let sent: [string, string][] = []

/** A server without our code: it checks EIP-4361 with viem only. */
async function verify(fields: Map<string, string>, host: string): Promise<string> {
  const message = (fields.get('wallet_message') ?? '').replaceAll('\r\n', '\n')
  const { address, nonce, chainId } = parseSiweMessage(message)
  const account = `eip155:${chainId}:${address}`
  if (!address || !nonce || account !== fields.get('wallet')) return 'refused: account'
  if (!nonces.delete(nonce)) return 'refused: nonce'
  if (!validateSiweMessage({ message: parseSiweMessage(message), domain: host, nonce }))
    return 'refused: message'
  const signature = fields.get('wallet_signature') as `0x${string}`
  const isTheirs = await verifyMessage({ address, message, signature }).catch(() => false)
  return isTheirs ? `welcome ${account}` : 'refused: signature'
}

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337 })
  shop.server.route('/enter', async ({ body }) => {
    sent = [...new URLSearchParams(body.toString())]
    return { body: await verify(new Map(sent), new URL(shop.server.origin).host) }
  })
})
afterAll(() => anvil?.stop())

const button = (more = '') =>
  `<wallet-connect-button id="one" app-name="Shop" chains="eip155:31337" wallets="injected" ${more}></wallet-connect-button>`

const open = (body: string, more: object = {}) =>
  shop.open({ body, evmWallets: [walletCalled('Alpha', { rpcUrls: { 31337: anvil.url } })], ...more })

/** Runs on the page: the fields that the form would submit. */
const readFields = () =>
  [...new FormData(document.querySelector('form') as HTMLFormElement)].map(
    ([name, value]) => `${name}=${value}`,
  )

describe('a button in a form', () => {
  it('submits the account as a CAIP-10 id, and stops and marks a form that requires it from the first submit (SP08)', async () => {
    const { page, element, row } = await open(
      `<form lang="de" action="/enter" method="post"><input name="item" value="7">${button('name="wallet" required')}<button id="send">Send</button></form>`,
    )
    const read = () =>
      page.evaluate(() => {
        const { value, validity, validationMessage, willValidate, form } = document.querySelector(
          '#one',
        ) as HTMLElementTagNameMap['wallet-connect-button']
        return {
          value,
          missing: validity.valueMissing,
          validationMessage,
          willValidate,
          form: form?.localName,
        }
      })
    // Nothing is loaded yet, and the form is still stopped.
    expect(await read()).toEqual({
      value: '',
      missing: true,
      validationMessage: 'Wallet verbinden',
      willValidate: true,
      form: 'form',
    })
    await page.locator('#send').click()
    // The first refused submit counts, before any code for forms has loaded.
    expect(await element.evaluate((node) => node.matches(':invalid:state(user-invalid)'))).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('one')
    await expect
      .poll(async () => (await read()).validationMessage)
      .toBe('Verbinde eine Wallet, um fortzufahren.')
    await expect
      .poll(() =>
        element.evaluate(
          (node) => getComputedStyle(node.shadowRoot?.querySelector('button') ?? node).outlineStyle,
        ),
      )
      .toBe('solid')
    await page.locator('#send').click()
    expect(await page.evaluate(readFields)).toEqual(['item=7'])
    await page.evaluate(() => {
      const one = document.querySelector('#one') as HTMLElementTagNameMap['wallet-connect-button']
      void one.connect({ walletId: 'com.example.alpha' })
    })
    await untilStatus(page, 'connected')
    const account = `eip155:31337:${ACCOUNTS[0]}`
    await expect.poll(async () => (await read()).value).toBe(account)
    expect(await read()).toMatchObject({ missing: false, validationMessage: '' })
    expect(await page.evaluate(readFields)).toEqual(['item=7', `wallet=${account}`])

    const checks = await page.evaluate(() => {
      const one = document.querySelector('#one') as HTMLElementTagNameMap['wallet-connect-button']
      one.form?.reset()
      const afterReset = one.value
      one.setCustomValidity('Not yours')
      const custom = [one.checkValidity(), one.validity.customError, one.validationMessage]
      one.setCustomValidity('')
      return [afterReset, custom, one.checkValidity(), one.reportValidity()]
    })
    expect(checks).toEqual([account, [false, true, 'Not yours'], true, true])
    await page.evaluate(() => {
      const one = document.querySelector('#one') as HTMLElementTagNameMap['wallet-connect-button']
      return one.disconnect()
    })
    expect(await read()).toMatchObject({ value: '', missing: true })
    expect(await element.getAttribute('data-status')).toBeNull()
    expect(await row('Alpha').count()).toBe(0)
  })

  it('is no longer marked once the reason for which a submit was refused is gone', async () => {
    const { page, element } = await open(
      `<form>${button('name="wallet" required')}<button id="send">Send</button></form>`,
    )
    const isMarked = () => element.evaluate((node) => node.matches(':state(user-invalid)'))
    await page.locator('#send').click()
    expect(await isMarked()).toBe(true)
    await page.evaluate(() => document.querySelector('#one')?.removeAttribute('required'))
    await expect.poll(isMarked).toBe(false)
    const say = (text: string) =>
      page.evaluate(
        (words) => document.querySelector('wallet-connect-button')?.setCustomValidity(words),
        text,
      )
    await say('Not yours')
    await page.locator('#send').click()
    expect(await isMarked()).toBe(true)
    await say('')
    expect(await isMarked()).toBe(false)
  })

  it('has the value of the moment when the page hears an event, and the page’s state with it', async () => {
    const { page, connect } = await open(
      `<form>${button('name="wallet" required page-state')}</form>
      <script>
        const seen = []
        for (const name of ['connected', 'changed', 'disconnected'])
          addEventListener('wallet_' + name, () => {
            const fields = [...new FormData(document.querySelector('form'))].map(([, value]) => value.slice(-4))
            seen.push([name, ...fields, document.querySelector('form').checkValidity(), document.documentElement.dataset.walletStatus])
          })
        Object.assign(document, { seen })
      </script>`,
    )
    await page.evaluate(() => window.evmWallets[0]?.setApprove('manual'))
    const connecting = connect()
    // The code for forms and for the page's state comes after the first click, and the visitor answers later than that.
    await page.locator('html[data-wallet-status=connecting]').waitFor({ state: 'attached' })
    await page.evaluate(async () => (await window.evmWallets[0]?.nextPrompt())?.approve())
    await connecting
    await page.evaluate(() => window.evmWallets[0]?.setApprove('always'))
    await page.evaluate((other) => window.evmWallets[0]?.setAccounts([other]), ACCOUNTS[1] as string)
    await page.waitForFunction(() => Reflect.get(document, 'seen').length === 2)
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
    expect(await page.evaluate(() => Reflect.get(document, 'seen'))).toEqual([
      ['connected', ACCOUNTS[0]?.slice(-4), true, 'connected'],
      ['changed', ACCOUNTS[1]?.slice(-4), true, 'connected'],
      ['disconnected', false, 'idle'],
    ])
  })

  it('follows its label and click(), and has no outline any more once its custom error is taken back', async () => {
    const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]
    const {
      page,
      row,
      button: inner,
      connect,
    } = await open(
      `<form><label for="one">Paying wallet</label>${button('name="wallet" required')}<button id="send">Send</button></form>`,
      { evmWallets },
    )
    await inner.hover()
    await page.waitForLoadState('networkidle')
    for (const press of [
      () => page.getByText('Paying wallet').click(),
      () => page.evaluate(() => document.querySelector<HTMLElement>('#one')?.click()),
    ]) {
      await press()
      await row('Alpha').waitFor()
      await page.keyboard.press('Escape')
      await row('Alpha').waitFor({ state: 'hidden' })
    }
    await connect('Alpha')
    const outline = () => inner.evaluate((node) => getComputedStyle(node).outlineStyle)
    const object = (message: string) =>
      page.evaluate(
        (text) => document.querySelector('wallet-connect-button')?.setCustomValidity(text),
        message,
      )
    await object('Not this one')
    await page.locator('#send').click()
    // The refused form has moved the focus, which has an outline too.
    await page.locator('#send').focus()
    await expect.poll(outline).toBe('solid')
    await object('')
    await expect.poll(outline).toBe('none')
  })

  it('submits the proof from a listener of the sign-in', async () => {
    const nonce = 'listenersNonce01'
    nonces.add(nonce)
    const { page, button: inner } = await open(
      `<form action="/enter" method="post">${button(`name="wallet" required sign-in="form" sign-in-nonce="${nonce}"`)}</form>
      <script>addEventListener('wallet_signed_in', () => document.querySelector('form').requestSubmit())</script>`,
    )
    await inner.click()
    await page.getByText('welcome eip155:31337').waitFor()
  })

  it('belongs to a form elsewhere by its id, and respects a disabled fieldset and a disabled that says false', async () => {
    const { page, button: inner } = await open(
      `<form id="far"></form><fieldset>${button('name="wallet" form="far" required disabled="false"')}</fieldset>`,
    )
    const read = () =>
      page.evaluate(() => {
        const one = document.querySelector('#one') as HTMLElementTagNameMap['wallet-connect-button']
        return [one.form?.id, one.disabled, one.willValidate, one.form?.checkValidity()]
      })
    expect(await read()).toEqual(['far', false, true, false])
    await page.evaluate(() => document.querySelector('fieldset')?.toggleAttribute('disabled'))
    expect(await read()).toEqual(['far', false, false, true])
    expect(await inner.isDisabled()).toBe(true)
    await page.evaluate(() => document.querySelector('fieldset')?.toggleAttribute('disabled'))
    expect(await inner.isDisabled()).toBe(false)
  })
})

describe('a button with sign-in="form"', () => {
  const page = (nonce: string, more = '') =>
    `<form action="/enter" method="post">${button(`name="wallet" required sign-in="form" sign-in-nonce="${nonce}" ${more}`)}<button id="send">Enter</button></form>`

  it('signs visitors in on a server without our code: no script, no API, no session of ours', async () => {
    nonces.add('freshNonce0123456789')
    const opened = await open(page('freshNonce0123456789'))
    await opened.connect()
    await opened.page.waitForFunction(() => window.eventsHeard.some(({ type }) => type === 'signed_in'))
    expect((await opened.heard('signed_in', 'document'))[0]?.detail).toMatchObject({ verified: false })
    await Promise.all([opened.page.waitForURL('**/enter'), opened.page.locator('#send').click()])
    expect(await opened.page.locator('body').innerText()).toBe(`welcome eip155:31337:${ACCOUNTS[0]}`)

    const proof = new Map(sent)
    const host = new URL(shop.server.origin).host
    expect([...proof.keys()]).toEqual(['wallet', 'wallet_message', 'wallet_signature'])
    expect(await verify(proof, host), 'a replay').toBe('refused: nonce')
    nonces.add('freshNonce0123456789')
    expect(await verify(proof, 'other.example'), 'another domain').toBe('refused: message')
    nonces.add('another0Nonce')
    const message = (proof.get('wallet_message') ?? '').replace('freshNonce0123456789', 'another0Nonce')
    expect(await verify(new Map([...proof, ['wallet_message', message]]), host), 'another nonce').toBe(
      'refused: signature',
    )
  })

  it('takes the proof back when the page gives its nonce up, and asks for another (BR07)', async () => {
    const [first, second] = ['firstNonce0123456789', 'secondNonce0123456789']
    const opened = await open(page(first))
    const isSignedIn = () => opened.element.evaluate((element) => element.matches(':state(signed-in)'))
    const stateOf = () =>
      opened.page.evaluate(() => document.querySelector('wallet-connect-button')?.state.auth.status)
    await opened.connect()
    await expect.poll(stateOf).toBe('signed-in')
    expect(await opened.page.evaluate(readFields)).toHaveLength(3)
    // A login by fetch has failed: the server writes another nonce into the page.
    await opened.page.evaluate((nonce) => {
      document.querySelector('wallet-connect-button')?.setAttribute('sign-in-nonce', nonce)
    }, second)
    await expect.poll(stateOf).toBe('anonymous')
    await expect.poll(() => opened.page.evaluate(readFields)).toEqual([])
    expect(await opened.page.evaluate(() => document.querySelector('form')?.checkValidity())).toBe(false)
    expect(await isSignedIn()).toBe(false)

    nonces.add(second)
    await opened.page.evaluate(() => document.querySelector('wallet-connect-button')?.signIn())
    await expect.poll(stateOf).toBe('signed-in')
    await Promise.all([opened.page.waitForURL('**/enter'), opened.page.locator('#send').click()])
    expect(await opened.page.locator('body').innerText()).toBe(`welcome eip155:31337:${ACCOUNTS[0]}`)
  })

  it('keeps the proof when the page draws the form again with the same nonce', async () => {
    const form = page('drawnAgainNonce0123')
    nonces.add('drawnAgainNonce0123')
    const opened = await open(`<main>${form}</main>`)
    await opened.connect()
    await opened.page.waitForFunction(() => window.eventsHeard.some(({ type }) => type === 'signed_in'))
    await opened.page.evaluate((html) => {
      const main = document.querySelector('main') as HTMLElement
      main.innerHTML = html
    }, form)
    await expect.poll(() => opened.page.evaluate(readFields)).toHaveLength(3)
    await Promise.all([opened.page.waitForURL('**/enter'), opened.page.locator('#send').click()])
    expect(await opened.page.locator('body').innerText()).toBe(`welcome eip155:31337:${ACCOUNTS[0]}`)
  })

  it('takes the proof back with its mode, and a form that is reset loses its marks (BR07, BR08)', async () => {
    const opened = await open(page('thirdNonce0123456789'))
    const isInvalid = () => opened.element.evaluate((element) => element.matches(':state(user-invalid)'))
    await opened.page.locator('#send').click()
    await expect.poll(isInvalid).toBe(true)
    await opened.page.evaluate(() => document.querySelector('form')?.reset())
    expect(await isInvalid()).toBe(false)
    await opened.connect()
    await expect.poll(() => opened.page.evaluate(readFields)).toHaveLength(3)
    const setMode = (mode: string) =>
      opened.page.evaluate(
        (value) => document.querySelector('wallet-connect-button')?.setAttribute('sign-in', value),
        mode,
      )
    await setMode('off')
    await expect.poll(() => opened.page.evaluate(readFields)).toEqual([`wallet=eip155:31337:${ACCOUNTS[0]}`])
    await setMode('form')
    await expect.poll(() => opened.page.evaluate(readFields)).toEqual([])
  })

  it('warns once of a nonce that EIP-4361 does not allow, and requests no signature', async () => {
    const opened = await open(page('short-1'))
    await opened.connect()
    await untilStatus(opened.page, 'connected')
    await expect
      .poll(() => opened.console.filter((line) => line.includes('sign-in-nonce')))
      .toEqual([expect.stringContaining('sign-in-nonce="short-1" is not 8 to 256 letters and digits')])
    expect(await opened.page.evaluate(readFields)).toEqual([])
    expect(await opened.heard('error')).toEqual([])
  })
})

describe('a button with sign-in="form" on Starknet', () => {
  const KEY = '0x51a7e'
  const chainId = 'starknet:SN_MAIN'
  let node: StarknetTestNode
  let signIn: SignIn
  let fields: URLSearchParams

  beforeAll(async () => {
    node = await startStarknetNode()
    node.chain.deploy(createScriptedAccount(KEY, 'argent'))
    const domain = new URL(shop.server.origin).host
    signIn = createSignIn({ domain, scheme: 'http', chains: [chainId], rpc: { [chainId]: node.url } })
    shop.server.route('/enter-starknet', async ({ body }) => {
      fields = new URLSearchParams(body.toString())
      const answer = await signIn.verify(readSignInForm(fields)).catch((error) => error)
      return {
        body: answer.address ? `welcome ${answer.chainId}:${answer.address}` : `refused: ${answer.code}`,
      }
    })
  })
  afterAll(() => node?.close())

  it('submits typed data and felts, which our server verifies on the chain, once', async () => {
    const { nonce } = await signIn.issueNonce()
    const options = JSON.stringify({ profile: 'argentX', privateKeys: [KEY], nodes: { SN_MAIN: node.url } })
    const install = `window.wcbTesting.createScriptedStarknetWallet(${options}).install()`
    const opened = await shop.open({
      initScripts: [`${await buildTestingScript()};${install}`],
      body: `<form action="/enter-starknet" method="post"><wallet-connect-button id="one" app-name="Shop" chains="${chainId}" wallets="starknet" mode="alwaysAsk" rpc="${chainId}=${node.url}" name="wallet" required sign-in="form" sign-in-nonce="${nonce}"></wallet-connect-button><button id="send">Enter</button></form>`,
    })
    await opened.button.click()
    await opened.modal
      .locator('[part=wallet]', { hasText: /Argent X/ })
      .first()
      .click()
    await opened.page.waitForFunction(() => window.eventsHeard.some(({ type }) => type === 'signed_in'))
    await Promise.all([opened.page.waitForURL('**/enter-starknet'), opened.page.locator('#send').click()])
    const { address } = createScriptedAccount(KEY, 'argent')
    expect(await opened.page.locator('body').innerText()).toBe(`welcome ${chainId}:${address}`)
    expect(Object.fromEntries(fields)).toMatchObject({
      wallet: `${chainId}:${address}`,
      wallet_message: expect.stringContaining(nonce),
      wallet_signature: expect.stringMatching(/^\["(?:0x)?[0-9a-f]+",/),
    })
    const again = await signIn.verify(readSignInForm(fields)).catch((error) => error)
    expect(again.code).toBe('nonce_used')
  })
})

describe('a button with preload="visible"', () => {
  const body = `<p style="height:3000px"></p>${button('preload="visible"')}`
  const parts = () => shop.server.requests.filter(({ path }) => path.includes('/embed/app-')).length

  it('fetches the list’s code when it comes near the viewport, and never when the visitor saves data', async () => {
    const { page } = await open(body)
    const before = parts()
    await untilIdle(page)
    expect(parts()).toBe(before)
    await page.locator('#one').scrollIntoViewIfNeeded()
    await expect.poll(parts).toBe(before + 1)

    const saving = await open(button('preload="visible"'), {
      head: `<script>Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } })</script>`,
    })
    const now = parts()
    await untilIdle(saving.page)
    expect(parts()).toBe(now)
  })
})

describe('a form whose part never comes', () => {
  it('connects and disconnects', async () => {
    const body = BUTTON.replace('app-name', 'name="wallet" app-name')
    const { page } = await shop.open({ evmWallets: [walletCalled('Alpha')], body: '<p></p>' })
    await page.route(`**/${findBuilt(shop.built, 'embed/page-')}`, () => new Promise(() => {}))
    await page.goto(shop.write({ body }))
    expect(await call(page, 'connect', { walletId: 'com.example.alpha' })).toBe('done')
    expect(await call(page, 'disconnect')).toBe('done')
  })
})
