import { createSignInHandler } from 'wallet-connect-button/server'
import { consentPage, escapeHtml, loginPage, pageHeaders, textPage } from './pages.mjs'

/** How long a proof may wait for its form, in ms. */
const STEP = 10 * 60_000

/** The account of an id_token_hint, which the provider has checked before the visit began. */
const readHint = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sub

/** The wallet's own calls keep nobody signed in, because each interaction asks for its own proof. */
const FORGETS = { get: () => undefined, set: () => true, delete: () => false }

/**
 * The pages between a client's request and its answer: the wallet, and the consent.
 *
 * @param {object} given the provider, the verifier, a store, and the texts of the pages
 */
export function createInteractions({
  provider,
  signIn,
  store,
  chains,
  attributes = {},
  connect = [],
  issuer,
}) {
  const text = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')

  function send(response, status, html, leaves = false) {
    response.writeHead(status, pageHeaders({ connect, leaves }))
    response.end(html)
  }

  /** Creates a verifier for one interaction. Nonces are bound to it, and the proven account is stored for it. */
  const createVerifier = (uid) =>
    createSignInHandler(
      {
        ...signIn,
        issueNonce: () => signIn.issueNonce(uid),
        async verify(proof) {
          const result = await signIn.verify(proof, uid)
          const { namespace, chainId, address, message, signature, deployment } = proof
          const kept = { namespace, chainId, address, message, signature, deployment }
          await store.set(`verified:${uid}`, { id: `${result.chainId}:${result.address}`, proof: kept }, STEP)
          return result
        },
      },
      {
        base: `/interaction/${uid}/wallet`,
        cookie: 'wallet_step',
        sessionStore: FORGETS,
        sessionLifetime: 0,
      },
    )

  async function answerWallet(uid, request, response) {
    const { method = 'GET', url, headers } = request
    const answer = await createVerifier(uid)(
      new Request(new URL(url, issuer), {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        ...(method === 'POST' && { body: request, duplex: 'half' }),
      }),
    )
    answer.headers.delete('set-cookie')
    // The session begins on the next page. Until then the provider does not say whose it is, rather than that nobody has signed in.
    const isSession = new URL(url, issuer).pathname.endsWith('/session') && answer.ok
    response.setHeaders(answer.headers)
    // The rest of a body that was refused half-way would be in the way of the connection's next request.
    if (request.readableDidRead && !request.complete) response.setHeader('connection', 'close')
    response.writeHead(answer.status).end(isSession ? '{}' : await answer.text())
  }

  async function show({ uid, prompt, params, session }, response) {
    const { clientName, clientId } = (await provider.Client.find(params.client_id)) ?? {}
    const client = clientName ?? clientId
    if (prompt.name === 'login') {
      return send(response, 200, loginPage({ uid, client, chains, attributes: text }), true)
    }
    const { missingOIDCScope: scopes = [] } = prompt.details
    const redirect = new URL(params.redirect_uri).host
    const subject = session?.accountId
    send(response, 200, consentPage({ uid, client, subject, scopes, redirect }), true)
  }

  async function login({ uid, params }, request, response) {
    const verified = await store.get(`verified:${uid}`)
    await store.delete(`verified:${uid}`)
    if (!verified) return send(response, 403, textPage('Not signed in', 'Your wallet has not signed yet.'))
    const { id: accountId, proof } = verified
    const isExpected = !params.id_token_hint || readHint(params.id_token_hint) === accountId
    await provider.interactionFinished(
      request,
      response,
      isExpected
        ? { login: { accountId, amr: ['wallet'], ts: Math.floor(Date.now() / 1_000), proof } }
        : {
            error: 'login_required',
            error_description: 'Another account has signed than that of id_token_hint',
          },
    )
  }

  async function confirm({ grantId, session, params, prompt }, request, response) {
    const accountId = session?.accountId
    if (prompt.name !== 'consent' || !accountId) return send(response, 403, textPage('Not signed in', ''))
    const { Grant } = provider
    const grant =
      (grantId && (await Grant.find(grantId))) || new Grant({ accountId, clientId: params.client_id })
    const { missingOIDCScope, missingOIDCClaims, missingResourceScopes = {} } = prompt.details
    if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '))
    if (missingOIDCClaims) grant.addOIDCClaims(missingOIDCClaims)
    for (const [resource, scopes] of Object.entries(missingResourceScopes))
      grant.addResourceScope(resource, scopes.join(' '))
    await provider.interactionFinished(
      request,
      response,
      { consent: { grantId: await grant.save() } },
      { mergeWithLastSubmission: true },
    )
  }

  const cancel = (_details, request, response) =>
    provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: 'The visitor cancelled',
    })

  const steps = { login, confirm, cancel }

  /** A page of another site must not submit these forms. Browsers send the origin of every form. */
  const isForeign = ({ headers: { origin, 'sec-fetch-site': from } }) => {
    if (!origin) return from === 'cross-site'
    // A page under `Referrer-Policy: no-referrer` sends the origin `null`.
    return origin === 'null' ? from !== 'same-origin' : origin !== new URL(issuer).origin
  }

  /** Answers a request below /interaction; returns false for any other. */
  return async function handle(request, response) {
    const [, uid, step, call] =
      /^\/interaction\/([\w-]+)(?:\/(\w+)(?:\/([\w.-]+))?)?$/.exec(new URL(request.url, issuer).pathname) ??
      []
    if (!uid) return false
    let details
    try {
      details = await provider.interactionDetails(request, response)
    } catch {
      // This browser has no cookie for it, or it has expired.
      details = null
    }
    if (details?.uid !== uid && step === 'wallet') {
      // The element reads codes, not pages.
      response.writeHead(412, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(JSON.stringify({ code: 'nonce_unknown', message: 'This sign-in is over: begin again.' }))
    } else if (details?.uid !== uid) {
      send(
        response,
        400,
        textPage('This sign-in is over', 'Go back to where you came from, and begin again.'),
      )
    } else if (step === 'wallet' && call) await answerWallet(uid, request, response)
    else if (!step && request.method === 'GET') await show(details, response)
    else if (request.method === 'POST' && Object.hasOwn(steps, step) && !call) {
      if (isForeign(request))
        send(response, 403, textPage('Not from here', 'Requests from another site are not answered.'))
      else await steps[step](details, request, response)
    } else send(response, 404, textPage('Nothing here', ''))
    return true
  }
}
