/** One page of the demo. */
export interface DemoPage {
  /** Its file in `pages/`, and its path; `product` is `/`. */
  name: string
  title: string
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
    title: 'Script tag',
    scripts: [wallets, { src: '{{cdn}}/dist/embed.js', crossorigin: true }],
  },
  { name: 'module', title: 'Module', scripts: [wallets, { src: '/dist/embed.js', module: true }, networks] },
  {
    name: 'csp',
    title: 'Strict policy',
    scripts: [own('csp'), wallets, embed, networks],
    csp: STRICT_POLICY,
  },
  { name: 'forms', title: 'Form', scripts: [wallets, embed] },
  { name: 'hundred', title: 'A hundred', scripts: [wallets, embed, own('hundred')] },
  { name: 'page-modals', title: 'Difficult places', scripts: [wallets, embed, networks, own('page-modals')] },
  { name: 'web-wallet', title: 'E-mail wallet', scripts: [wallets, embed, own('web-wallet')] },
  { name: 'coinbase', title: 'Hosted wallet', scripts: [wallets, embed, own('coinbase')] },
  { name: 'phone', title: 'Phone', scripts: [own('phone')] },
  {
    name: 'bundler',
    title: 'Bundler',
    scripts: [
      wallets,
      { src: '/bundled/plain.js', module: true },
      { src: '/bundled/react.js', module: true },
    ],
  },
]

/** The address of a page on its server. */
export const pathOf = (name: string): string => (name === 'product' ? '/' : `/${name}`)
