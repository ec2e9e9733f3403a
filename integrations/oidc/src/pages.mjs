import { readSubject, SCOPE_TEXTS, shorten } from './account.mjs'

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text) => String(text ?? '').replace(/[&<>"']/g, (character) => ENTITIES[character])

/**
 * The headers of every page: nothing foreign runs in it, and no other site shows it in a frame.
 *
 * @param {object} [more] `connect`, hosts that the page may connect to; `leaves`, whether its form leads to a client in the
 * end
 */
export const pageHeaders = ({ connect = [], leaves = false } = {}) => {
  // Browsers also apply form-action to a form's redirects, as far as they lead: to the client, from there to wherever the
  // client sends the visitor, to an application, or to an IPv6 address, which no policy can name.
  const forms = leaves ? '' : `form-action 'self'; `
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // With no-referrer browsers would not send the origin of a form either.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; ` +
      `connect-src 'self' ${connect.join(' ')}; ${forms}frame-ancestors 'none'; base-uri 'none'; ` +
      `require-trusted-types-for 'script'`,
  }
}

const page = (title, body, scripts = '') => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/assets/page.css">
${scripts}
<main>${body}</main></html>`

const cancel = (uid) =>
  `<form method="post" action="/interaction/${uid}/cancel"><button class="quiet">Cancel</button></form>`

/** The page that asks for the wallet. Its script sends the form once the server has verified the signature. */
export const loginPage = ({ uid, client, chains, attributes }) =>
  page(
    `Sign in to ${client}`,
    `<h1>Sign in to ${escapeHtml(client)}</h1>
<p>Your wallet asks you to sign a message. That costs nothing and moves nothing.</p>
<wallet-connect-button sign-in="on-connect" mode="alwaysAsk" store="oidc-${uid}" app-name="${escapeHtml(client)}" chains="${escapeHtml(chains.join(' '))}"
  api-url="/interaction/${uid}/wallet"${attributes}></wallet-connect-button>
<form id="continue" method="post" action="/interaction/${uid}/login"></form>
${cancel(uid)}`,
    '<script src="/wallet/embed.js" defer></script><script src="/assets/login.js" defer></script>',
  )

/** The page that asks for consent to what a client requests. */
export const consentPage = ({ uid, client, subject, scopes, redirect }) => {
  const account = readSubject(subject)
  const items = scopes.map((scope) => `<li>${escapeHtml(SCOPE_TEXTS[scope] ?? scope)}</li>`).join('')
  return page(
    `Allow ${client}?`,
    `<h1>Allow ${escapeHtml(client)}?</h1>
<p>You are signed in as <b title="${escapeHtml(account?.address)}">${escapeHtml(shorten(account?.address ?? ''))}</b> on ${escapeHtml(account?.chainId)}.
${escapeHtml(client)} at <b>${escapeHtml(redirect)}</b> asks to:</p>
<ul>${items}</ul>
<form method="post" action="/interaction/${uid}/confirm"><button>Allow</button></form>
${cancel(uid)}`,
  )
}

export const logoutPage = (form, host) =>
  page(
    'Sign out?',
    `<h1>Sign out of ${escapeHtml(host)}?</h1>${form}
<button form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button form="op.logoutForm" class="quiet">Stay signed in</button>`,
  )

export const textPage = (title, text) =>
  page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`)
