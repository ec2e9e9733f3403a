import { type Attack, bad, wrongly } from './attack.js'

const EVIL = 'https://evil.example'

const origins: Attack[] = [
  wrongly('origin', 'is another site', 'origin_refused', { headers: { origin: EVIL } }),
  wrongly('origin', 'is null', 'origin_refused', { headers: { origin: 'null' } }),
  wrongly('origin', 'is empty', 'origin_refused', { headers: { origin: '' } }),
  wrongly('origin', 'is not told, and the site another one', 'origin_refused', {
    headers: { origin: null, 'sec-fetch-site': 'cross-site' },
  }),
  wrongly('origin', 'is the site without https', 'origin_refused', {
    headers: { origin: 'http://shop.example' },
  }),
  wrongly('origin', 'is a part of the site', 'origin_refused', {
    headers: { origin: 'https://login.shop.example' },
  }),
  wrongly('origin', 'begins like the site', 'origin_refused', {
    headers: { origin: 'https://shop.example.evil.example' },
  }),
  wrongly('origin', 'is two', 'origin_refused', { headers: { origin: `https://shop.example, ${EVIL}` } }),
  {
    kind: 'origin',
    name: 'is another site that signs a visitor out',
    code: 'origin_refused',
    async prepare({ transport, prove }) {
      const { cookie } = await transport.verify(await prove())
      return async () =>
        (await transport.signOut({ cookie: cookie as string, headers: { origin: EVIL } })).code
    },
  },
]

const headers: Attack[] = [
  wrongly('headers', 'host is the other site’s', 'origin_refused', {
    headers: { host: 'evil.example', origin: EVIL },
  }),
  wrongly('headers', 'forwarded host is the other site’s', 'origin_refused', {
    headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', origin: EVIL },
  }),
  wrongly('headers', 'forwarded origin is the site’s', 'origin_refused', {
    headers: { 'x-forwarded-origin': 'https://shop.example', referer: 'https://shop.example/', origin: EVIL },
  }),
  wrongly('headers', 'type is plain text, which needs no leave', unreadable('UNSUPPORTED_MEDIA_TYPE'), {
    headers: { 'content-type': 'text/plain' },
  }),
  wrongly('headers', 'type is two', unreadable('UNSUPPORTED_MEDIA_TYPE'), {
    headers: { 'content-type': 'text/plain, application/x-www-form-urlencoded, application/json' },
  }),
  wrongly('headers', 'type is not told', unreadable('UNSUPPORTED_MEDIA_TYPE'), {
    headers: { 'content-type': null },
  }),
  wrongly('headers', 'told length is a gigabyte', tooLarge(), {
    headers: { 'content-length': '1073741824' },
  }),
  wrongly(
    'headers',
    'method is another one, and said to be POST',
    byTransport('METHOD_NOT_SUPPORTED', 'METHOD_NOT_SUPPORTED', 'request_invalid'),
    {
      method: 'PUT',
      headers: { 'x-http-method-override': 'POST' },
    },
  ),
]

function byTransport(trpc: string, plain: string, form: string) {
  return { tRPC: trpc, 'plain HTTP': plain, form }
}

/** Creates bodies that cannot be read. Forms only know the sign-in's own codes. */
function unreadable(code: string) {
  return byTransport(code, code, 'request_invalid')
}

function tooLarge() {
  return byTransport('PAYLOAD_TOO_LARGE', 'PAYLOAD_TOO_LARGE', 'message_too_long')
}

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

const sizes: Attack[] = [
  wrongly('oversized', 'body of 70 kB', tooLarge(), {
    body: JSON.stringify({ message: 'a'.repeat(70_000) }),
  }),
  wrongly('oversized', 'body of 1 MB in a field that nobody reads', tooLarge(), (proof) => ({
    body: `{"more":"${'a'.repeat(1_000_000)}",${JSON.stringify(proof).slice(1)}`,
  })),
  wrongly('oversized', 'body of 1 MB that does not tell its length', tooLarge(), {
    headers: { 'content-length': null },
    body: JSON.stringify({ message: 'a'.repeat(1_000_000) }),
  }),
  bad('oversized', 'message of 5,000 characters', 'message_too_long', {}, (proof) => ({
    ...proof,
    message: proof.message + 'a'.repeat(5_000),
  })),
  bad('oversized', 'message of 11 resources', 'message_too_long', {
    text: (text) => `${text}\nResources:${'\n- https://shop.example/'.repeat(11)}`,
  }),
  bad('oversized', 'address of 60,000 characters', 'request_invalid', {}, (proof) => ({
    ...proof,
    address: `0x${'1'.repeat(60_000)}`,
    signature: '0x',
  })),
]

/** @param trpc the code of tRPC, which alone has batches */
const copies = (
  count: number,
  trpc: string,
  others = byTransport(trpc, 'request_invalid', 'signature_invalid'),
): Attack => ({
  kind: 'batch',
  name: `${count} copies of a bad proof in one request`,
  code: { ...others, tRPC: trpc },
  async prepare({ transport, prove }) {
    const proof = { ...(await prove()), signature: `0x${'11'.repeat(65)}` }
    const send = transport.verifyMany(proof, count)
    return async () => (await send()).code
  },
})

const shapes: Attack[] = [
  wrongly('malformed', 'body that is cut', byTransport('BAD_REQUEST', 'PARSE_ERROR', 'request_invalid'), {
    body: '{"namespace":"eip',
  }),
  wrongly('malformed', 'body of nothing', byTransport('request_invalid', 'PARSE_ERROR', 'request_invalid'), {
    body: '',
  }),
  wrongly('malformed', 'body that is null', 'request_invalid', { body: 'null' }),
  wrongly('malformed', 'body that is a number', 'request_invalid', { body: '1' }),
  wrongly(
    'malformed',
    'body of 20,000 lists in each other',
    byTransport('PAYLOAD_TOO_LARGE', 'request_invalid', 'request_invalid'),
    { body: deep(20_000) },
  ),
  wrongly('malformed', 'body in Latin-1', byTransport('request_invalid', 'PARSE_ERROR', 'request_invalid'), {
    body: new Uint8Array([0x22, 0xe9, 0x22]),
  }),
  wrongly('malformed', 'body that has everything in __proto__', 'request_invalid', (proof) => ({
    body: `{"__proto__":${JSON.stringify(proof)}}`,
  })),
  bad('malformed', 'message that is a list', 'message_invalid', {}, (proof) => ({
    ...proof,
    message: [proof.message],
  })),
  bad('malformed', 'message with a forged line in its statement', 'message_invalid', {
    text: (text) => text.replace('\n\nURI:', '\n\nHello\nURI: https://evil.example\n\nURI:'),
  }),
  bad('malformed', 'message with half a character', 'message_invalid', {
    text: (text) => text.replace('\n\nURI:', '\n\nHello \ud83d\n\nURI:'),
  }),
  bad('malformed', 'message with something after its end', 'message_invalid', {
    text: (text) => `${text}\n`,
  }),
  bad('malformed', 'message with a statement of 3,000 line breaks', 'message_invalid', {
    text: (text) => text.replace('\n\nURI:', `${'\n'.repeat(3_000)}URI:`),
  }),
  copies(1_000, 'BAD_REQUEST', tooLarge()),
  copies(60, 'BAD_REQUEST'),
  copies(8, 'signature_invalid'),
]

/** Attacks with a fault in the request. */
export const REQUESTS: readonly Attack[] = [...origins, ...headers, ...sizes, ...shapes]
