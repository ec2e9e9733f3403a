import { spawn } from 'node:child_process'
import { createVisitor, writeMessage } from '../../unit/server/visitor.js'
import { count, rowsOf, type SurfaceAttack } from './surface.js'

const php = rowsOf('the reference in PHP')
let started: Promise<{ url: string; stop(): void }> | undefined

/** The reference in PHP, in PHP’s own server. */
const serve = () => {
  started ??= new Promise((resolve, reject) => {
    const env = { ...process.env, DOMAIN: 'shop.example', PHP_CLI_SERVER_WORKERS: '4' }
    const server = spawn('php', ['-S', '127.0.0.1:0', 'integrations/php/login.php'], { env, detached: true })
    let said = ''
    server.once('error', () =>
      reject(new Error('These tests need PHP: `apt-get install php8.2-cli php8.2-gmp`.')),
    )
    server.stderr.on('data', (text) => {
      said += text
      const url = /\((http:\/\/[^)]+)\) started/.exec(said)?.[1]
      if (url) resolve({ url, stop: () => process.kill(-(server.pid as number), 'SIGKILL') })
    })
  })
  return started
}
export const stopPhp = async () => (await started)?.stop()

/** A browser with a session. */
async function open() {
  const { url } = await serve()
  let cookie = ''
  const load = async (init: RequestInit = {}) => {
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { cookie, ...init.headers } })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return { status: response.status, page: await response.text() }
  }
  const visitor = createVisitor()
  const nonce = async () => /sign-in-nonce="(\w+)"/.exec((await load()).page)?.[1] as string
  const sign = async (given: string, text = (same: string) => same) => {
    const message = text(writeMessage(given, visitor.address, { uri: 'https://shop.example/' }))
    return {
      wallet: `eip155:1:${visitor.address}`,
      wallet_message: message.replaceAll('\n', '\r\n'),
      wallet_signature: (await visitor.sign(message)) as string,
    }
  }
  const post = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const { page } = await load({ method: 'POST', body, headers })
    return (
      /not signed in: (\w+)/.exec(page)?.[1] ?? (page.includes('Signed in as') ? 'signed in' : 'no answer')
    )
  }
  return { load, nonce, sign, post, visitor, cookie: () => cookie }
}
type Fields = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['sign']>>

/** A good form with a change. */
const sent = (
  name: string,
  out: string,
  change: (fields: Fields) => Record<string, string>,
  headers: Record<string, string> = {},
) =>
  php(name, out, async () => {
    const { nonce, sign, post } = await open()
    return post(new URLSearchParams(change(await sign(await nonce()))), headers)
  })
/** A message that is changed before it is signed. */
const signed = (name: string, out: string, text: (message: string) => string) =>
  php(name, out, async () => {
    const { nonce, sign, post } = await open()
    return post(new URLSearchParams(await sign(await nonce(), text)))
  })

/** Attacks on the reference in PHP. */
export const PHP: readonly SurfaceAttack[] = [
  sent(
    'a field name with a dot, which PHP turns into an underscore',
    'request_invalid',
    ({ wallet: _, ...fields }) => ({ ...fields, 'wallet[x': 'y' }),
  ),
  sent('an address with a NUL at its end', 'request_invalid', (fields) => ({
    ...fields,
    wallet: `${fields.wallet}\0`,
  })),
  sent('an address with a line break at its end', 'request_invalid', (fields) => ({
    ...fields,
    wallet: `${fields.wallet}\n`,
  })),
  sent('a signature with a line break at its end', 'signature_invalid', (fields) => ({
    ...fields,
    wallet_signature: `${fields.wallet_signature}\n`,
  })),
  sent('a signature that reads as a number', 'signature_invalid', (fields) => ({
    ...fields,
    wallet_signature: '0e123',
  })),
  sent('a signature of zeros', 'signature_invalid', (fields) => ({
    ...fields,
    wallet_signature: `0x${'00'.repeat(65)}`,
  })),
  sent('a chain that overflows 64 bits', 'request_invalid', (fields) => ({
    ...fields,
    wallet: fields.wallet.replace(':1:', ':18446744073709551617:'),
  })),
  sent('a chain that reads as 1 in another notation', 'request_invalid', (fields) => ({
    ...fields,
    wallet: fields.wallet.replace(':1:', ':1e0:'),
  })),
  sent('an origin of two', 'origin_refused', (fields) => fields, {
    origin: 'https://shop.example, https://evil.example',
  }),
  sent('an origin in capitals', 'origin_refused', (fields) => fields, { origin: 'https://SHOP.example' }),
  sent('an origin that is empty', 'origin_refused', (fields) => fields, { origin: '' }),
  sent('another site, with our name as forwarded host', 'origin_refused', (fields) => fields, {
    origin: 'https://evil.example',
    'x-forwarded-host': 'shop.example',
  }),
  signed('a nonce in the statement, and another one in its line', 'nonce_unknown', (message) =>
    message
      .replace('\n\n\nURI', `\n\n${/Nonce: \w+/.exec(message)?.[0]}\n\nURI`)
      .replace(/Nonce: \w+\nIssued/, 'Nonce: nSomebodyElses00\nIssued'),
  ),
  signed('a domain with a Cyrillic letter', 'message_invalid', (message) =>
    message.replace('shop.example wants', 'sh\u043ep.example wants'),
  ),
  signed('a statement with bytes that are no UTF-8', 'message_invalid', (message) =>
    message.replace('\n\n\nURI', '\n\n\ud83d\n\nURI'),
  ),
  signed('a time with a plus for a space', 'message_invalid', (message) =>
    message.replace(/Issued At: (\S+)T/, 'Issued At: $1 '),
  ),
  php('20 posts of one form at once', '19 nonce_unknown, 1 signed in', async () => {
    const { nonce, sign, post, cookie } = await open()
    const fields = await sign(await nonce())
    const headers = { cookie: cookie() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(new URLSearchParams(fields), headers)),
    )
    return count(answers)
  }),
  php('the forms of nine pages, of which the first is forgotten', 'nonce_unknown', async () => {
    const { nonce, sign, post } = await open()
    const first = await sign(await nonce())
    for (let page = 0; page < 8; page++) await nonce()
    return post(new URLSearchParams(first))
  }),
  php('a page under the address of markup', 'no markup', async () => {
    const { url } = await serve()
    const page = await (await fetch(`${url}/"><script>alert(1)</script>`)).text()
    return page.includes('<script>alert') ? 'markup' : 'no markup'
  }),
  php('a session id of the attacker in the address', 'another session', async () => {
    const { url } = await serve()
    const [set = ''] = (await fetch(`${url}/?PHPSESSID=${'a'.repeat(26)}`)).headers.getSetCookie()
    return set.includes('a'.repeat(26)) ? 'that session' : 'another session'
  }),
]
