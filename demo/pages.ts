/** One page of the demo. */
export interface DemoPage {
  /** Its file in `pages/`, and its path; `product` is `/`. */
  name: string
  title: string
  /** What a visitor sees there, for pages under the hood. */
  about?: string
  /** Scripts, in order: modules, or deferred classic scripts. */
  scripts: readonly { src: string; module?: boolean; crossorigin?: boolean }[]
  /** A Content-Security-Policy. */
  csp?: string
}

const embed = { src: '/dist/embed.js' }
const wallets = { src: '/apps/wallets.js', module: true }
const networks = { src: '/apps/networks.js', module: true }
const own = (name: string) => ({ src: `/apps/${name}.js`, module: true })

/** Only its own scripts and styles, the local nodes, and no Trusted Types policy at all. */
export const STRICT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  'connect-src http://127.0.0.1:* ws://127.0.0.1:*',
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Every page with a button. `{{cdn}}` is the other origin. */
export const DEMO_PAGES: readonly DemoPage[] = [
  { name: 'product', title: 'Product', scripts: [wallets, embed, own('product')] },
  { name: 'studio', title: 'Studio', scripts: [own('studio')] },
  { name: 'shop', title: 'Demo shop', scripts: [wallets, embed, own('shop')] },
  {
    name: 'script-tag',
    title: 'A script tag',
    about: 'Two lines of HTML, with the script on another host',
    scripts: [wallets, { src: '{{cdn}}/dist/embed.js', crossorigin: true }],
  },
  {
    name: 'module',
    title: 'As a module',
    about: 'The same file, loaded as a JavaScript module',
    scripts: [wallets, { src: '/dist/embed.js', module: true }, networks],
  },
  {
    name: 'csp',
    title: 'A strict page',
    about: 'It may run its own files and nothing else',
    scripts: [own('csp'), wallets, embed, networks],
    csp: STRICT_POLICY,
  },
  {
    name: 'forms',
    title: 'A form',
    about: 'Sign-in on a page without any script of its own',
    scripts: [wallets, embed],
  },
  {
    name: 'hundred',
    title: 'A hundred buttons',
    about: 'Connect with one of them, and all show it',
    scripts: [wallets, embed, own('hundred')],
  },
  {
    name: 'page-modals',
    title: 'Hard places',
    about: 'In dialogs, popovers and boxes that cut, and under layers',
    scripts: [wallets, embed, networks, own('page-modals')],
  },
  {
    name: 'web-wallet',
    title: 'E-mail wallet',
    about: 'A Starknet account that belongs to an e-mail address',
    scripts: [wallets, embed, own('web-wallet')],
  },
  {
    name: 'coinbase',
    title: 'Smart wallet',
    about: 'A wallet on its maker’s page, with nothing to install',
    scripts: [wallets, embed, own('coinbase')],
  },
  {
    name: 'phone',
    title: 'A phone',
    about: 'The wallet app at the other end of a code',
    scripts: [own('phone')],
  },
  {
    name: 'bundler',
    title: 'With a bundler',
    about: 'A React app and a plain one that share a session',
    scripts: [
      wallets,
      { src: '/bundled/plain.js', module: true },
      { src: '/bundled/react.js', module: true },
    ],
  },
]

/** The address of a page on its server. */
export const pathOf = (name: string): string => (name === 'product' ? '/' : `/${name}`)
