import { createSignIn, readSignInForm, WalletError } from '../../src/exports/server.js'
import type { PageServer } from '../../test/counterparts/servers.js'

/** Where the page's form is sent. */
const ENTER = '/forms/enter'

const HEADERS = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }

const answer = (text: string, status = 200) => ({
  status,
  headers: HEADERS,
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in with a form</title><link rel="stylesheet" href="/style.css"></head><body><main><section class="card narrow"><h1>Sign in with a form</h1><p>${text}</p><p><a href="/forms">Back</a></p></section></main></body></html>`,
})

/**
 * Serves the page with a form, with a fresh nonce each time, and verifies what the form sends. It keeps no session: a real
 * site begins its own here.
 *
 * @param html the page, with `{{nonce}}` in it
 */
export function addForm(server: PageServer, html: string, chains: readonly string[]): void {
  const sites = new Map(
    [server.origin, server.alias].map((origin) => {
      const { host } = new URL(origin)
      return [host, createSignIn({ domain: host, scheme: 'http', chains: [...chains] })]
    }),
  )
  server.route('/forms', async ({ headers }) => {
    const signIn = sites.get(String(headers.host))
    if (!signIn) return { status: 421 }
    const { nonce } = await signIn.issueNonce()
    return { headers: HEADERS, body: html.replace('{{nonce}}', nonce) }
  })
  server.route(ENTER, async ({ headers, body }) => {
    const signIn = sites.get(String(headers.host))
    if (!signIn) return { status: 421 }
    try {
      const form = new URLSearchParams(body.toString())
      const { address, chainId } = await signIn.verify(readSignInForm(form))
      return answer(
        `Signed in as <code>${address}</code> on <code>${chainId}</code>. Sent again, the same form is refused.`,
      )
    } catch (error) {
      const code = error instanceof WalletError ? error.code : 'unknown_error'
      return answer(`You are not signed in: <code>${code}</code>.`, 403)
    }
  })
}
