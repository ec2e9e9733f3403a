import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { walletCalled } from '../browser/support/wallets.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { startWordPress, type WordPress } from './wordpress.js'

/** A published test key, without value anywhere. */
const visitor = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

const open = useChromium()
let site: WordPress
let anvil: Anvil
let page: string
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1 })
  site = await startWordPress()
  page = await site.publish(
    'Hello.[wallet_members]<p>The secret, [wallet_member].</p>[/wallet_members]',
    'author',
  )
})
afterEach(() => {
  expect(site.log.splice(0), 'PHP has nothing to complain about').toEqual([])
})
afterAll(() => Promise.all([site?.close(), anvil?.stop()]))

const readNonce = async () => /sign-in-nonce="([^"]+)"/.exec(await (await fetch(page)).text())?.[1] as string

interface Proof {
  nonce: string
  domain?: string
  chainId?: number
  issuedAt?: Date
}

/** The form fields once the visitor has signed. */
async function sign({
  nonce,
  domain = new URL(site.origin).host,
  chainId = 1,
  issuedAt = new Date(),
}: Proof) {
  const message = createSiweMessage({
    address: visitor.address,
    chainId,
    domain,
    nonce,
    uri: `http://${domain}/`,
    version: '1',
    issuedAt,
  })
  return {
    wallet: `eip155:${chainId}:${visitor.address}`,
    wallet_message: message.replaceAll('\n', '\r\n'),
    wallet_signature: await visitor.signMessage({ message }),
  }
}

const post = async (
  fields: Record<string, string>,
  origin = site.origin,
  cookie = '',
  more: Record<string, string> = {},
) => {
  const answer = await fetch(`${site.origin}/wp-admin/admin-post.php`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, ...(cookie && { cookie }), ...more },
    body: new URLSearchParams({ action: 'wallet_connect_button_sign_in', back: page, ...fields }),
  })
  const cookies = answer.headers.getSetCookie()
  return {
    fault: new URL(answer.headers.get('location') as string).searchParams.get('wallet_fault'),
    back: answer.headers.get('location')?.replace(/[?&]wallet_fault=\w+/, ''),
    cookies,
    cookie: cookies.map((line) => line.split(';')[0]).join('; '),
  }
}

describe('a page for members', () => {
  it('keeps its content on the server and out of caches', async () => {
    const answer = await fetch(page)
    expect(await answer.text()).not.toContain('secret')
    expect(answer.headers.get('cache-control')).toContain('no-cache')
  })

  it('lets in a visitor who has proved an account, greets them, and lets them sign out', async () => {
    const signedIn = await post(await sign({ nonce: await readNonce() }))
    expect(signedIn).toMatchObject({ fault: null, back: page })
    expect(signedIn.cookies[0]).toMatch(/HttpOnly; SameSite=Lax/)
    const inside = await (await fetch(page, { headers: { cookie: signedIn.cookie } })).text()
    expect(inside).toContain('The secret, <bdi>0xf39F…2266</bdi>.')
    const signedOut = await post({ leave: '1' }, site.origin, signedIn.cookie)
    expect(await (await fetch(page, { headers: { cookie: signedOut.cookie } })).text()).not.toContain(
      'secret',
    )
  })

  it('leads back to the part of the page and the query that the visitor has seen', async () => {
    const parts = await site.publish(
      'One<!--nextpage-->[wallet_members]The secret.[/wallet_members]',
      'author',
    )
    const seen = `${parts}${parts.includes('?') ? '&' : '?'}page=2&ref=letter`
    const back = /name="back" value="([^"]*)"/.exec(await (await fetch(seen)).text())?.[1]
    expect(back?.replaceAll('&#038;', '&')).toBe(seen)
    expect((await post({ ...(await sign({ nonce: await readNonce() })), back: seen })).back).toBe(seen)
  })

  it('has no form where the site offers Starknet only, and tells administrators why', async () => {
    await site.php(`update_option('wallet_connect_button', ['chains' => 'starknet:SN_MAIN']);`)
    onTestFinished(() => site.php(`delete_option('wallet_connect_button');`).then(() => undefined))
    expect(await (await fetch(page)).text()).not.toContain('wallet-members')
    const cookie = (await site.loggedIn('admin')).map(({ name, value }) => `${name}=${value}`).join('; ')
    expect(await (await fetch(page, { headers: { cookie } })).text()).toContain('Members need an EVM chain')
  })

  it('accepts a proof once, also of twenty that arrive together', async () => {
    const proof = await sign({ nonce: await readNonce() })
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(proof)))
    expect(answers.filter(({ fault }) => fault === null)).toHaveLength(1)
    expect(answers.filter(({ fault }) => fault === 'nonce_used')).toHaveLength(19)
  })

  it('stores nothing for a proof that is not good, and the nonce stays good for one that is (H10)', async () => {
    const proof = await sign({ nonce: await readNonce() })
    const countStored = () =>
      site.php(
        `echo $wpdb->get_var("SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE '%wallet_connect_button_nonce%'");`,
      )
    const before = await countStored()
    const forged = { ...proof, wallet_signature: `0x${'1'.repeat(130)}` }
    expect(await post(forged)).toMatchObject({ fault: 'signature_invalid', cookies: [] })
    expect(await countStored()).toBe(before)
    expect(await post(proof)).toMatchObject({ fault: null })
    expect(await post(proof)).toMatchObject({ fault: 'nonce_used', cookies: [] })
  })

  it.each([
    ['a nonce of nobody', { nonce: 'n'.repeat(65) }, 'nonce_unknown'],
    ['the message of another site', { domain: 'evil.example' }, 'domain_mismatch'],
    ['a chain that the site does not offer', { chainId: 10 }, 'chain_mismatch'],
    ['an old message', { issuedAt: new Date(Date.now() - 3_600_000) }, 'message_expired'],
  ])('refuses %s', async (_, changed, fault) => {
    const answer = await post(await sign({ nonce: await readNonce(), ...changed }))
    expect(answer).toMatchObject({ fault, cookies: [] })
  })

  it('refuses another account than signed, a form of another site, and a forged cookie', async () => {
    const proof = await sign({ nonce: await readNonce() })
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    expect(await post({ ...proof, wallet: `eip155:1:${other}` })).toMatchObject({ fault: 'account_mismatch' })
    const forged = {
      ...proof,
      wallet_message: proof.wallet_message.replace(visitor.address, other),
      wallet: `eip155:1:${other}`,
    }
    expect(await post(forged)).toMatchObject({ fault: 'signature_invalid', cookies: [] })
    expect(await post(proof, 'https://evil.example')).toMatchObject({ fault: 'origin_refused', cookies: [] })
    const until = Math.floor(Date.now() / 1000) + 1000
    const cookie = `wallet_member=${encodeURIComponent(`eip155:1:${visitor.address}|${until}|${'0'.repeat(64)}`)}`
    expect(await (await fetch(page, { headers: { cookie } })).text()).not.toContain('secret')
  })

  it('leaves the HTML of authors as safe as WordPress has made it, where a tag is misspelt or in an excerpt', async () => {
    const { page: tab } = await open({})
    // WordPress turns no quotation mark into a typographic one here.
    const content = `<pre><a title="[wallet_members ">one]" onmouseover="alert(1)" <b>two</b></pre>`
    const excerpt = `<a title="[wallet_members]">one[/wallet_members]" onmouseover="alert(1)" <b>two</b>`
    const id = await site.php(
      `echo wp_insert_post(wp_slash(['post_title' => 'A post', 'post_status' => 'publish', 'post_content' => ${JSON.stringify(content)}, 'post_excerpt' => ${JSON.stringify(excerpt)}]));`,
      'author',
    )
    onTestFinished(() => site.php(`wp_delete_post(${id}, true);`).then(() => undefined))
    const shown = await (await fetch(`${site.origin}/?rest_route=/wp/v2/posts/${id}`)).json()
    for (const html of [shown.content.rendered, shown.excerpt.rendered]) {
      await tab.setContent(html)
      expect([html, await tab.locator('[onmouseover]').count()]).toEqual([html, 0])
    }
  })

  it('redirects only to this site', async () => {
    const proof = await sign({ nonce: await readNonce() })
    expect((await post({ ...proof, back: 'https://evil.example/' })).back).toBe(site.origin)
  })

  it.each([
    ['same-origin', null],
    ['same-site', 'origin_refused'],
    ['cross-site', 'origin_refused'],
    ['', 'origin_refused'],
  ])('takes a form without an origin if the browser calls it %j: %s (HO06)', async (from, fault) => {
    const proof = await sign({ nonce: await readNonce() })
    expect(await post(proof, 'null', '', from ? { 'sec-fetch-site': from } : {})).toMatchObject({ fault })
  })

  it.each(['', 'no-referrer'])(
    'lets a visitor sign in by hand in a browser, read the content, stay, and sign out; Referrer-Policy: %j (HO06)',
    async (policy) => {
      if (policy) site.always('policy', `header( 'Referrer-Policy: ${policy}' );`)
      onTestFinished(() => site.always('policy', null))
      const wallet = walletCalled('Alpha', { approve: 'always', rpcUrls: { 1: anvil.url } })
      const tab = await open({ evmWallets: [wallet, walletCalled('Beta')] })
      const form = tab.page.locator('form.wallet-members')
      const said: string[] = []
      tab.page.on('console', (message) => said.push(`${message.location().url} ${message.text()}`))
      await tab.page.goto(page)
      const submit = form.getByRole('button', { name: 'Sign in', exact: true })
      // Nobody is connected: the browser stops the form, and nothing is sent.
      await submit.click()
      expect(await form.locator('wallet-connect-button').evaluate((node) => node.matches(':invalid'))).toBe(
        true,
      )
      expect(tab.page.url()).toBe(page)

      await form.locator('[part=button]').click()
      await tab.page
        .locator('wallet-connect-modal')
        .getByRole('button', { name: 'Alpha', exact: true })
        .click()
      await tab.page.waitForFunction(
        () => document.querySelector<HTMLFormElement>('form.wallet-members')?.checkValidity() === true,
      )
      await submit.click()
      await tab.page.getByText('The secret, 0xf39F…2266.').waitFor()
      expect(tab.page.url()).toBe(page)

      await tab.page.reload()
      await tab.page.getByText('The secret').waitFor()
      await tab.page.getByRole('button', { name: 'Sign out' }).click()
      await submit.waitFor()
      expect(await tab.page.content()).not.toContain('secret')
      expect(tab.errors).toEqual([])
      // This WordPress has no icon, and every browser asks for one.
      expect(said.filter((line) => !line.startsWith(`${site.origin}/favicon.ico `))).toEqual([])
      expect(new Set(tab.requests.map((asked) => new URL(asked).origin))).toEqual(new Set([site.origin]))
    },
  )
})
