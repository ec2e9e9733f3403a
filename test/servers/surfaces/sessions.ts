import { createSignInHandler, type SignInHandlerOptions } from '../../../src/server/handler.js'
import type { RpcRequest } from '../../../src/server/rpc.js'
import { createSignIn, type SignInOptions } from '../../../src/server/sign-in.js'
import { codeOf, createVisitor, proveNonce } from '../../unit/server/visitor.js'
import { count, rowsOf, type SurfaceAttack } from './surface.js'

const SITE = 'https://shop.example'
const SECRET = 'a secret of thirty-two characters'
const JSON_TYPE = { origin: SITE, 'content-type': 'application/json' }
const NAME = '__Host-wallet_session'

/** A server with the plain calls, and a visitor's tools. */
function serve(options: SignInHandlerOptions = {}, more: Partial<SignInOptions> = {}) {
  const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'], ...more })
  const handle = createSignInHandler(signIn, { base: '/auth', ...options })
  const send = async (path: string, init: RequestInit = {}) => {
    const answer = await handle(new Request(new URL(path, SITE), init))
    const text = await answer.text()
    const cookie = answer.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''
    return {
      status: answer.status,
      headers: answer.headers,
      cookie,
      text,
      body: text ? JSON.parse(text) : null,
    }
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const prove = async (cookie = '', visitor = createVisitor()) =>
    proveNonce((await send('/auth/nonce', { headers: { cookie } })).body.nonce, visitor)
  /** Signs a new visitor in. @returns the cookie */
  const enter = async () => (await post('/auth/verify', await prove())).cookie
  const who = async (cookie: string) =>
    (await send('/auth/session', { headers: { cookie } })).body === null ? 'nobody' : 'somebody'
  return { signIn, handle, send, post, prove, enter, who }
}

const cookieRow = rowsOf('sessions and cookies')
const textAfter = (pair: string) => pair.slice(pair.indexOf('=') + 1)

/** A cookie that a subdomain may set, because its name has no prefix for browsers, beside or without the visitor's own. */
const tossed = (name: string, before: string) =>
  cookieRow(name, 'nobody', async () => {
    const { enter, who } = serve()
    return who(`${before}${NAME}=${textAfter(await enter())}`)
  })

const cookies: SurfaceAttack[] = [
  tossed('a cookie whose name has a no-break space before its prefix', '\u00a0'),
  tossed('a cookie whose name has a vertical tab before its prefix', '\u000b'),
  tossed('a cookie whose name has a form feed before its prefix', '\u000c'),
  cookieRow('the prefix of the cookie’s name in small letters', 'nobody', async () => {
    const { enter, who } = serve()
    return who(`__host-wallet_session=${textAfter(await enter())}`)
  }),
  cookieRow('the cookie in quotes', 'nobody', async () => {
    const { enter, who } = serve()
    return who(`${NAME}="${textAfter(await enter())}"`)
  }),
  cookieRow('the cookie in the value of another one', 'nobody', async () => {
    const { enter, who } = serve()
    return who(`theme=dark,${NAME}=${textAfter(await enter())}`)
  }),
  cookieRow('a planted cookie after the visitor’s own', 'the visitor', async () => {
    const { enter, post, prove, send } = serve()
    const [theirs, visitor] = [await enter(), createVisitor()]
    const { cookie: mine } = await post('/auth/verify', await prove('', visitor))
    const { body } = await send('/auth/session', { headers: { cookie: `${mine}; ${theirs}` } })
    return body.address === visitor.address ? 'the visitor' : 'the attacker'
  }),
  cookieRow('an id with capitals', 'nobody', async () => {
    const { enter, who } = serve()
    return who((await enter()).toUpperCase().replace(NAME.toUpperCase(), NAME))
  }),
  cookieRow('the id of a visitor who has a nonce and has not signed', 'nobody', async () => {
    const { send, who } = serve({ bindNonce: true })
    return who((await send('/auth/nonce')).cookie)
  }),
  cookieRow(
    'a planted id, with which the visitor then asks for a nonce and signs',
    'another id, nobody',
    async () => {
      const { post, prove, who } = serve({ bindNonce: true })
      const planted = `${NAME}=${'ab'.repeat(32)}`
      const signed = await post('/auth/verify', await prove(planted), { cookie: planted })
      return `${signed.cookie === planted ? 'the planted id' : 'another id'}, ${await who(planted)}`
    },
  ),
  cookieRow('a token of alg none with the kid of a real one', 'nobody', async () => {
    const { enter, who } = serve({ sessions: 'stateless', sessionSecret: SECRET })
    const [head = '', payload] = textAfter(await enter()).split('.')
    const { kid, typ } = JSON.parse(Buffer.from(head, 'base64url').toString())
    return who(
      `${NAME}=${Buffer.from(JSON.stringify({ alg: 'none', typ, kid })).toString('base64url')}.${payload}.`,
    )
  }),
  ...['../../dev/null', '__proto__', 'https://evil.example/jwks', '0'].map((kid) =>
    cookieRow(`a token with the kid ${kid}`, 'nobody', async () => {
      const { enter, who } = serve({ sessions: 'stateless', sessionSecret: SECRET })
      const [head = '', payload, signature] = textAfter(await enter()).split('.')
      const changed = { ...JSON.parse(Buffer.from(head, 'base64url').toString()), kid }
      return who(
        `${NAME}=${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${payload}.${signature}`,
      )
    }),
  ),
  cookieRow('a token with another account, under its old signature', 'nobody', async () => {
    const { enter, who } = serve({ sessions: 'stateless', sessionSecret: SECRET })
    const [head, payload = '', signature] = textAfter(await enter()).split('.')
    const claims = {
      ...JSON.parse(Buffer.from(payload, 'base64url').toString()),
      sub: `eip155:1:0x${'11'.repeat(20)}`,
    }
    return who(`${NAME}=${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`)
  }),
  cookieRow('a token of a site whose name begins like ours', 'nobody', async () => {
    const options = { sessions: 'stateless', sessionSecret: SECRET } as const
    const theirs = serve(options, { domain: 'shop.example.evil.example', origins: [SITE] })
    const made = await proveNonce((await theirs.signIn.issueNonce()).nonce, createVisitor(), {
      domain: 'shop.example.evil.example',
      uri: 'https://shop.example.evil.example/',
    })
    return serve(options).who((await theirs.post('/auth/verify', made)).cookie)
  }),
  cookieRow('20 sign-outs and reads of one session at once, then a read', 'nobody', async () => {
    const { enter, post, who } = serve()
    const session = await enter()
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 ? post('/auth/sign-out', '', { cookie: session }) : who(session),
      ),
    )
    return who(session)
  }),
  cookieRow('a sign-out while the account is asked again', 'null', async () => {
    let answer = (_: string) => {}
    let ask = () => {}
    let isFirst = true
    const asked = new Promise<void>((resolve) => {
      ask = resolve
    })
    const yes = `0x${'1'.padStart(64, '0')}`
    const node: RpcRequest = async () => {
      if (isFirst) {
        isFirst = false
        return yes
      }
      ask()
      return new Promise((resolve) => {
        answer = resolve
      })
    }
    const { handle, post, prove } = serve({ keepProof: true }, { rpc: { 'eip155:1': node } })
    const proof = { ...(await prove()), signature: `0x${'11'.repeat(65)}` }
    const { cookie: session } = await post('/auth/verify', proof)
    const again = handle.revalidate(new Request(SITE, { headers: { cookie: session } }))
    await asked
    await post('/auth/sign-out', '', { cookie: session })
    answer(yes)
    return String(await again)
  }),
  cookieRow(
    'a form’s fields with a proof of another account beside them, to be kept in its place',
    'null',
    async () => {
      // The account accepts the signature today, and has another owner tomorrow.
      let verdict = '1'
      const node: RpcRequest = async () => `0x${verdict.padStart(64, '0')}`
      const { handle, post, prove } = serve({ keepProof: true }, { rpc: { 'eip155:1': node } })
      const [account, own] = [await prove(), await prove()]
      const body = {
        ...own,
        wallet: `eip155:1:${account.address}`,
        wallet_message: account.message,
        wallet_signature: `0x${'11'.repeat(65)}`,
      }
      const { cookie: session } = await post('/auth/verify', body)
      verdict = '0'
      return String(await handle.revalidate(new Request(SITE, { headers: { cookie: session } })))
    },
  ),
]

const plain = rowsOf('the plain handler')
const asked = (name: string, out: string, path: string, init: RequestInit = {}) =>
  plain(name, out, async () => {
    const { status, body } = await serve().send(path, init)
    return `${status} ${body?.code ?? 'answered'}`
  })
/** A body by hand, made of a good proof. */
const posted = (
  name: string,
  out: string,
  make: (proof: Record<string, unknown>) => string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) =>
  plain(name, out, async () => {
    const { send, prove } = serve()
    const { status, body } = await send('/auth/verify', {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body: make(await prove()),
    })
    return `${status} ${body?.code ?? 'answered'}`
  })
const text = (proof: object) => JSON.stringify(proof)

const handlers: SurfaceAttack[] = [
  asked('a path with a slash more', '404 NOT_FOUND', '/auth//nonce'),
  asked('a path with a slash at its end', '404 NOT_FOUND', '/auth/nonce/'),
  asked('a path in capitals', '404 NOT_FOUND', '/AUTH/nonce'),
  asked('a path that ends in an escaped slash', '404 NOT_FOUND', '/auth%2fnonce'),
  asked('a path with an escaped letter', '404 NOT_FOUND', '/auth/%6eonce'),
  asked('a path with a parameter in it', '404 NOT_FOUND', '/auth/nonce;a=1'),
  asked('a call that every object has', '404 NOT_FOUND', '/auth/toString'),
  asked('the call __proto__', '404 NOT_FOUND', '/auth/__proto__'),
  asked(
    'a sign-in by GET, with everything in the address',
    '405 METHOD_NOT_SUPPORTED',
    '/auth/verify?chainId=eip155:1&address=0x0',
  ),
  asked('a sign-out by GET, as an image would ask for', '405 METHOD_NOT_SUPPORTED', '/auth/sign-out'),
  asked('a method that a header replaces', '405 METHOD_NOT_SUPPORTED', '/auth/sign-out', {
    headers: { 'x-http-method-override': 'POST' },
  }),
  plain('a description below a path that begins another host', '404, no host', async () => {
    const { signIn } = serve()
    const answer = await createSignInHandler(signIn)(new Request(`${SITE}//evil.example/openapi.json`))
    return `${answer.status}, ${(await answer.text()).includes('evil.example') ? 'the other host' : 'no host'}`
  }),
  plain('a description below a path with markup', 'no markup', async () => {
    const { signIn } = serve()
    const answer = await createSignInHandler(signIn)(new Request(`${SITE}/"><script>/openapi.json`))
    return (await answer.text()).includes('<script>') ? 'markup' : 'no markup'
  }),
  plain('a preflight of another site', 'no leave', async () => {
    const { headers } = await serve().send('/auth/verify', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    return headers.get('access-control-allow-origin') ?? 'no leave'
  }),
  plain('a read by a page whose origin is ours with another port', 'no leave', async () => {
    const { headers } = await serve().send('/auth/session', {
      headers: { origin: 'https://shop.example:8443' },
    })
    return headers.get('access-control-allow-origin') ?? 'no leave'
  }),
  plain('an origin with a slash at its end', '403 origin_refused', async () => {
    const { post, prove } = serve()
    const { status, body } = await post('/auth/verify', await prove(), { origin: `${SITE}/` })
    return `${status} ${body.code}`
  }),
  posted('two addresses in one object, the last one another’s', '422 account_mismatch', (proof) =>
    text(proof).replace(/}$/, `,"address":"0x${'11'.repeat(20)}"}`),
  ),
  posted('a proof in a list', '400 request_invalid', (proof) => text([proof])),
  posted('a proof in a text in JSON', '400 request_invalid', (proof) => text(text(proof) as never)),
  posted('members in constructor.prototype', '400 request_invalid', (proof) =>
    text({ constructor: { prototype: proof } }),
  ),
  posted('JSON with a mark of byte order', '400 PARSE_ERROR', (proof) =>
    new TextEncoder().encode(`\ufeff\ufeff${text(proof)}`),
  ),
  posted('JSON in UTF-16', '400 PARSE_ERROR', (proof) => new Uint8Array(Buffer.from(text(proof), 'utf16le'))),
  posted('JSON that is compressed', '400 PARSE_ERROR', () => new Uint8Array([0x1f, 0x8b, 8, 0]), {
    'content-encoding': 'gzip',
  }),
  posted('JSON with a comment', '400 PARSE_ERROR', (proof) => `/**/${text(proof)}`),
  posted('JSON with NaN', '400 PARSE_ERROR', () => '{"chainId":NaN}'),
  posted('JSON after JSON', '400 PARSE_ERROR', (proof) => text(proof) + text(proof)),
  posted('a content type that only begins like JSON', '415 UNSUPPORTED_MEDIA_TYPE', text, {
    'content-type': 'application/jsonp',
  }),
  posted('a content type of a form that ends like JSON', '415 UNSUPPORTED_MEDIA_TYPE', text, {
    'content-type': 'text/plain; application/json',
  }),
  posted('a length below zero', '200 answered', text, { 'content-length': '-1' }),
  posted('a length of many digits', '413 PAYLOAD_TOO_LARGE', text, { 'content-length': '9'.repeat(400) }),
  posted('a length in hex', '413 PAYLOAD_TOO_LARGE', text, { 'content-length': '0xffffffff' }),
]

const form = rowsOf('forms')
/** A form of a good proof, as its page would send it, with a change. */
const sent = (
  name: string,
  out: string,
  make: (fields: URLSearchParams) => BodyInit,
  headers: Record<string, string> = {},
) =>
  form(name, out, async () => {
    const { handle, prove } = serve()
    const proof = await prove()
    const fields = new URLSearchParams({
      wallet: `${proof.chainId}:${proof.address}`,
      wallet_message: proof.message.replaceAll('\n', '\r\n'),
      wallet_signature: proof.signature,
    })
    const request = new Request(`${SITE}/login`, {
      method: 'POST',
      headers: { origin: SITE, ...headers },
      body: make(fields),
    })
    return codeOf(handle.verifyForm(request, new Headers()))
  })
const also = (key: string, given: string) => (fields: URLSearchParams) => {
  fields.append(key, given)
  return fields
}
const instead = (key: string, change: (value: string) => string) => (fields: URLSearchParams) => {
  fields.set(key, change(fields.get(key) as string))
  return fields
}

const forms: SurfaceAttack[] = [
  sent(
    'a second wallet field, of another account',
    'resolved',
    also('wallet', `eip155:1:0x${'11'.repeat(20)}`),
  ),
  sent(
    'a field with a fourth part',
    'request_invalid',
    instead('wallet', (id) => `${id}:0x${'11'.repeat(20)}`),
  ),
  sent(
    'a field with spaces around it',
    'request_invalid',
    instead('wallet', (id) => ` ${id} `),
  ),
  sent(
    'the fields of a list',
    'request_invalid',
    (fields) => new URLSearchParams([...fields].map(([name, given]) => [`${name}[]`, given])),
  ),
  sent(
    'a message with CR CR LF between its lines',
    'message_invalid',
    instead('wallet_message', (message) => message.replaceAll('\r\n', '\r\r\n')),
  ),
  sent(
    'a message with a plus that is a space',
    'signature_invalid',
    instead('wallet_message', (message) =>
      message.replace('https://shop.example/login', 'https://shop.example/login+1'),
    ),
  ),
  sent('a message as a file', 'message_invalid', (fields) => {
    const body = new FormData()
    for (const [name, given] of fields)
      body.append(name, name === 'wallet_message' ? new Blob([given]) : given)
    return body
  }),
  sent('a form without its boundary', 'request_invalid', (fields) => fields.toString(), {
    'content-type': 'multipart/form-data',
  }),
  sent('a boundary of 60,000 letters', 'request_invalid', (fields) => fields.toString(), {
    'content-type': `multipart/form-data; boundary=${'a'.repeat(60_000)}`,
  }),
  sent(
    'a form of 5,000 other fields before ours',
    'resolved',
    (fields) => `${'a=1&'.repeat(5_000)}${fields}`,
    { 'content-type': 'application/x-www-form-urlencoded' },
  ),
  form('20 posts of one form at once', '19 nonce_used, 1 resolved', async () => {
    const { handle, prove } = serve()
    const proof = await prove()
    const body = new URLSearchParams({
      wallet: `eip155:1:${proof.address}`,
      wallet_message: proof.message,
      wallet_signature: proof.signature,
    })
    const post = () =>
      codeOf(
        handle.verifyForm(
          new Request(SITE, { method: 'POST', headers: { origin: SITE }, body }),
          new Headers(),
        ),
      )
    return count(await Promise.all(Array.from({ length: 20 }, post)))
  }),
  form('a form by the account of a nonce that another visitor’s page has', 'nonce_unknown', async () => {
    const { handle } = serve({ bindNonce: true })
    const [mine, theirs] = [new Headers(), new Headers()]
    const { nonce } = await handle.issueNonce(new Request(SITE), theirs)
    await handle.issueNonce(new Request(SITE), mine)
    const proof = await proveNonce(nonce, createVisitor())
    const body = new URLSearchParams({
      wallet: `eip155:1:${proof.address}`,
      wallet_message: proof.message,
      wallet_signature: proof.signature,
    })
    const headers = { origin: SITE, cookie: String(mine.getSetCookie()[0]?.split(';')[0]) }
    return codeOf(handle.verifyForm(new Request(SITE, { method: 'POST', headers, body }), new Headers()))
  }),
]

/** Attacks on sessions, the plain handler and forms. */
export const SESSIONS: readonly SurfaceAttack[] = [...cookies, ...handlers, ...forms]
