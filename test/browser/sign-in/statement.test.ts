import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignIn, createSignInHandler, readSignInForm } from '../../../src/exports/server.js'
import { createScriptedAccount } from '../../../src/testing/starknet/account.js'
import { type Anvil, startAnvil } from '../../counterparts/anvil.js'
import { type StarknetTestNode, startStarknetNode } from '../../counterparts/starknet-node.js'
import { type ShopOptions, untilStatus, useShop } from '../support/shop.js'
import { answerBy, serveSignIn } from '../support/sign-in-api.js'
import { installStarknetWallets } from '../support/starknet-wallets.js'
import { ACCOUNTS, walletCalled } from '../support/wallets.js'

const OURS = 'I accept the Terms of Service: https://shop.example/terms (they are short)'
const THEIRS = 'I accept the rules of the kitchen.'
const KEY = '0x51a7e'
const EVM = 'eip155:31337'
const STARKNET = 'starknet:SN_MAIN'

const shop = useShop()
let anvil: Anvil
let node: StarknetTestNode
let form: URLSearchParams

beforeAll(async () => {
  ;[anvil, node] = await Promise.all([startAnvil({ chainId: 31337 }), startStarknetNode()])
  node.chain.deploy(createScriptedAccount(KEY, 'argent'))
  const create = (more = {}) =>
    createSignIn({
      domain: new URL(shop.server.origin).host,
      chains: [EVM, STARKNET],
      rpc: { [STARKNET]: node.url },
      ...more,
    })
  const signIn = create()
  serveSignIn(shop.server, signIn)
  const handle = createSignInHandler(create({ statement: THEIRS }), { base: '/kitchen' })
  for (const name of ['signIn.nonce', 'signIn.session', 'nonce', 'verify', 'session', 'sign-out'])
    shop.server.route(`/kitchen/${name}`, (request) => answerBy(shop.server, handle, request))
  shop.server.route('/page-nonce', async () => ({ body: (await signIn.issueNonce()).nonce }))
  shop.server.route('/enter', async ({ body }) => {
    form = new URLSearchParams(body.toString())
    const answer = await signIn.verify(readSignInForm(form)).catch(({ code }) => ({ address: code }))
    return { body: answer.address }
  })
})
afterAll(() => Promise.all([anvil?.stop(), node?.close()]))

/** The tag of a button. @param more its other attributes */
const tag = (more: string) =>
  `<wallet-connect-button id="one" app-name="Shop" wallets="injected starknet" ${more}></wallet-connect-button>`

const openEvm = (more: string, options: ShopOptions = {}) =>
  shop.open({
    body: tag(`chains="${EVM}" ${more}`),
    evmWallets: [walletCalled('Alpha', { rpcUrls: { 31337: anvil.url } })],
    ...options,
  })

const openStarknet = async (more: string) =>
  shop.open({
    initScripts: await installStarknetWallets({
      ...{ profile: 'argentX', privateKeys: [KEY], nodes: { SN_MAIN: node.url } },
    }),
    body: tag(`chains="${STARKNET}" rpc="${STARKNET}=${node.url}" ${more}`),
  })

type Opened = Awaited<ReturnType<typeof shop.open>>

/** Connects, and signs in where connecting does not. @returns what was signed, or the code of the error */
const enter = ({ page }: Opened, walletId: string) =>
  page.evaluate(async (id) => {
    const button = document.querySelector('#one') as HTMLElementTagNameMap['wallet-connect-button']
    await customElements.whenDefined('wallet-connect-button')
    try {
      await button.connect({ walletId: id })
      const { message, verified } = await button.signIn()
      return { message, verified }
    } catch (error) {
      return (error as { code: string }).code
    }
  }, walletId)

const ALPHA = 'com.example.alpha'

/** How often the wallet Alpha was asked for anything. */
const prompts = ({ page }: Opened) => page.evaluate(() => window.evmWallets[0]?.prompts.length)

describe('the statement of a sign-in (EW50)', () => {
  it.each([
    ['api-url="/api"', OURS],
    ['api-url="/api" sign-in="on-connect"', OURS],
    ['api-url="/kitchen" sign-in="on-connect"', THEIRS],
  ])('is in the message of an EVM wallet, and the server accepts it: %s', async (more, statement) => {
    const opened = await openEvm(`${more} sign-in-statement="${OURS}"`)
    expect(await enter(opened, ALPHA)).toEqual({
      message: expect.stringContaining(`\n\n${statement}\n\nURI: `),
      verified: true,
    })
  })

  it.each([
    ['api-url="/api"', OURS],
    ['api-url="/kitchen"', THEIRS],
  ])(
    'is in the long message of a Starknet wallet, and the server accepts it: %s',
    async (more, statement) => {
      const opened = await openStarknet(`${more} sign-in-statement="${OURS}"`)
      expect(await enter(opened, 'argentX')).toEqual({
        message: expect.objectContaining({
          primaryType: 'SignIn',
          message: expect.objectContaining({ statement }),
        }),
        verified: true,
      })
    },
  )

  it('is in the proof that a form submits', async () => {
    const nonce = await (await fetch(`${shop.server.origin}/page-nonce`)).text()
    const more = `name="wallet" sign-in="form" sign-in-nonce="${nonce}" sign-in-statement="${OURS}"`
    const opened = await openEvm('', {
      body: `<form action="/enter" method="post">${tag(`chains="${EVM}" ${more}`)}<button id="send">Enter</button></form>`,
    })
    await opened.connect()
    await opened.page.waitForFunction(() => window.eventsHeard.some(({ type }) => type === 'signed_in'))
    await Promise.all([opened.page.waitForURL('**/enter'), opened.page.locator('#send').click()])
    expect(await opened.page.locator('body').innerText()).toBe(ACCOUNTS[0])
    expect(form.get('wallet_message')).toContain(`\r\n\r\n${OURS}\r\n\r\nURI: `)
  })
})

describe('a statement with a line break is config_invalid (EW50)', () => {
  const bad = 'sign-in-statement="two\nlines"'

  it('no wallet is asked where connecting includes the signature, and a mended page connects', async () => {
    const opened = await openEvm(`api-url="/api" sign-in="on-connect" ${bad}`)
    const { page, button, modal } = opened
    await button.click()
    await modal.getByText('This page is not set up correctly').first().waitFor()
    expect(await prompts(opened)).toBe(0)
    const told = await opened.heard('error', 'document')
    expect(told.map(({ detail }) => detail.code)).toEqual(['config_invalid'])
    expect(await enter(opened, ALPHA)).toBe('config_invalid')
    expect(await prompts(opened)).toBe(0)
    await page.evaluate((statement) => {
      const one = document.querySelector('#one') as HTMLElementTagNameMap['wallet-connect-button']
      one.signInStatement = statement
    }, OURS)
    expect(await enter(opened, ALPHA)).toMatchObject({ verified: true })
  })

  it('a wallet that is connected is not asked to sign, and stays connected over a reload', async () => {
    const opened = await openEvm(`api-url="/api" ${bad}`, { expectsErrors: true })
    expect(await enter(opened, ALPHA)).toBe('config_invalid')
    expect(await prompts(opened)).toBe(1)
    expect(opened.console.join('\n')).toContain('the statement must be one line')
    await opened.page.reload()
    await untilStatus(opened.page, 'connected')
    expect(await opened.heard('error')).toEqual([])
  })
})
