import { once } from 'node:events'
import { createServer } from 'node:http'

/** The message of a trpc-browser page that is ready. */
const LOADED = 'TRPC_BROWSER::POPUP_LOADED'

/** The account of the visitor, and the attacker's. */
export const VISITOR = `0x${'1'.padStart(64, '0')}`
export const THIEF = `0x${'666'.padStart(64, '0')}`

const TYPED_DATA = {
  types: {
    StarkNetDomain: ['name', 'version', 'chainId'].map((name) => ({ name, type: 'felt' })),
    Order: [{ name: 'item', type: 'felt' }],
  },
  primaryType: 'Order',
  domain: { name: 'Shop', version: '1', chainId: 'SN_SEPOLIA' },
  message: { item: 'tea' },
}

const toAttribute = (value) => JSON.stringify(value).replaceAll('&', '&amp;').replaceAll("'", '&#39;')

/** Answers every request of the wire with a valid login or signature, and stores what it received. */
const answering = (account, to) => `
  const heard = (window.heard = [])
  const post = (message) => ${to}?.postMessage(message, '*')
  addEventListener('message', ({ data }) => {
    const { id, method, params } = data?.trpc ?? {}
    if (!method) return
    heard.push(params.path)
    const login = { account: ['${account}'], chainId: 'SN_SEPOLIA' }
    const answers = { signTypedData: ['1', '2'], getPermissions: ['accounts'], getLoginStatus: { isLoggedIn: true, isPreauthorized: true } }
    setTimeout(() => post({ trpc: { id, result: { type: 'data', data: answers[params.path] ?? login } } }), window.pause ?? 0)
  })`

const PAGES = {
  /** A slow wallet, so that others have the time to answer first. */
  slow: `<script>window.pause = 3000;${answering(VISITOR, '(opener ?? parent)')};(opener ?? parent).postMessage('${LOADED}', '*')</script>`,
  quick: `<script>${answering(VISITOR, 'opener')};setTimeout(() => opener.postMessage('${LOADED}', '*'), 500)</script>`,
  /** A wallet that says nothing. */
  silent: '<h1>Wallet</h1>',
  thief: `<script>${answering(THIEF, 'opener')};setInterval(() => post('${LOADED}'), 50)</script>`,
  /** A frame beside the button that answers without being asked. */
  flood: `<script>
    const data = { account: ['${THIEF}'], chainId: 'SN_SEPOLIA' }
    setInterval(() => {
      parent.postMessage('${LOADED}', '*')
      for (let id = 0; id < 200; id++) parent.postMessage({ trpc: { id, result: { type: 'data', data } } }, '*')
    }, 20)</script>`,
}

async function listen(respond) {
  const server = createServer(respond)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, origin: `http://127.0.0.1:${server.address().port}` }
}

const html = (response, body) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><title>Page</title>${body}`)
}

/** Three origins on this machine: the shop, the wallet, and a stranger. */
export async function startSites(files) {
  let walletPage = 'quick'
  const evil = await listen(({ url }, response) => html(response, PAGES[url.slice(1)] ?? ''))
  const wallet = await listen((_, response) => {
    if (walletPage === 'hang') return
    if (walletPage === 'redirect') return response.writeHead(302, { location: `${evil.origin}/thief` }).end()
    html(response, PAGES[walletPage])
  })
  const shop = await listen(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://shop')
    const script = files.get(pathname)
    if (script) return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    const config = { host: wallet.origin, mode: searchParams.get('mode') }
    const frame = searchParams.has('flood') ? `<iframe src="${evil.origin}/flood"></iframe>` : ''
    html(
      response,
      `<body data-config='${toAttribute(config)}' data-typed='${toAttribute(TYPED_DATA)}'>${frame}<button id="do">Do</button><script type="module" src="/${searchParams.get('client')}.js"></script></body>`,
    )
  })
  return {
    shop: shop.origin,
    wallet: wallet.origin,
    /** Sets what the wallet's host serves from now on: a name of a page, `hang` or `redirect`. */
    serve(page) {
      walletPage = page
    },
    close() {
      for (const { server } of [evil, wallet, shop]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}
