/**
 * What readers call the things that a page is about, by page. A search finds these words before those of a text.
 */
export const WORDS = {
  '/first-steps': 'tutorial example quickstart start beginner express hono ten minutes',
  '/getting-started':
    'install get started npm cdn script tag bundler import typescript types d.ts unpkg jsdelivr vite headless',
  '/wallets':
    'metamask rabby phantom trust rainbow coinbase braavos ready argent xverse walletconnect project id qr code mobile phone deep link e-mail email remove hide e-mail row ledger hardware not detected missing from the list',
  '/wallets-tried': 'tested supported wallets versions matrix compatibility which wallets work',
  '/chains':
    'network switch chain rpc node infura alchemy base polygon arbitrum optimism sepolia testnet l2 anvil hardhat local',
  '/provider': 'viem ethers web3.js wagmi eip-1193 provider signer contract',
  '/page-state': 'show hide css selector data-wallet-text html only no javascript address text',
  '/styling':
    'colour colours theme dark mode light appearance css custom properties brand font radius look tailwind shadcn parts size change design',
  '/recipes': 'pay payment send transaction transfer token nft analytics gtm batch calls sendcalls',
  '/forms': 'form hidden input php without javascript submit',
  '/hosts/react': 'react hook usewallet component jsx',
  '/hosts/next': 'next nextjs next.js app router server components ssr hydration',
  '/hosts/frameworks': 'vue nuxt svelte angular astro lit preact solid vite webpack',
  '/hosts/wordpress': 'wordpress plugin shortcode woocommerce php elementor members',
  '/hosts/page-builders': 'webflow wix squarespace shopify ghost framer no code',
  '/hosts/self-hosting': 'self host files cdn integrity sri hash cors data-base coop coep',
  '/hosts/plain-html': 'html script tag layout shift',
  '/sign-in':
    'siwe sign in with ethereum eip-4361 log in login logout log out sign out signout signin authentication one click proof',
  '/server': 'backend api express nonce verify hono workers deno bun edge trpc node signature',
  '/examples': 'express fastify example server code',
  '/server-stores': 'session cookie redis postgres database jwt expiry stateless store',
  '/existing-logins':
    'auth.js nextauth better auth passport supabase clerk link wallet account existing login',
  '/server-checks': 'python go rust php other language verify signature eip-1271 eip-6492 test vectors',
  '/reference':
    'get user address account attribute property method event api ens name starknet name avatar balance disabled size lang language i18n rtl right to left arabic hebrew connect disconnect get address account sign message logo',
  '/errors': 'error code message user rejected popup blocked closed catch try failure',
  '/content-security-policy':
    'csp content security policy trusted types nonce strict-dynamic unsafe-inline header',
  '/testing': 'test playwright cypress jest vitest mock fake wallet scripted e2e jsdom',
  '/comparison': 'bundle size kb weight performance fast alternatives versus vs benchmark',
  '/security': 'audit phishing attack xss hostile script drain',
  '/threat-model': 'threat model attacker trust boundaries audit stride risk',
  '/privacy': 'gdpr tracking telemetry cookies third party requests data analytics',
  '/accessibility': 'a11y wcag screen reader keyboard contrast zoom aria',
  '/browsers': 'safari firefox chrome edge browser support old version in-app webview',
  '/migration/appkit': 'web3modal reown appkit migrate move',
  '/migration/rainbowkit': 'rainbowkit migrate move',
  '/migration/connectkit': 'connectkit family migrate move',
  '/migration/web3-onboard': 'web3-onboard blocknative migrate move',
  '/migration/starknetkit': 'starknetkit migrate move',
  '/migration/get-starknet': 'get-starknet starknet-react migrate move',
  '/migration/dynamic-privy': 'dynamic privy embedded wallet migrate move',
  '/add-a-wallet': 'custom wallet own wallet connector',
  '/readme': 'license licence mit',
  '/add-a-language': 'translate translation new language locale',
  '/versioning': 'semver upgrade breaking change support',
  '/changelog': 'release notes what is new version',
  '/contributing': 'contribute pull request develop build',
  '/report': 'report vulnerability disclosure security contact',
}

/** What readers call an attribute, a method or an event. */
export const ROW_WORDS = {
  label: 'button text caption change',
  wallet_connected: 'listen login',
  wallet_changed: 'listen account change network change chain change switched',
  wallet_disconnected: 'listen',
  switchChain: 'switchchain change network',
  addChain: 'addchain add network',
  signMessage: 'signmessage personal_sign',
  signTypedData: 'signtypeddata eip-712 snip-12',
  waitForTransaction: 'receipt confirmation',
}

/** Pages for those who build the project: they come after the pages for those who use it. */
const FOR_MAKERS =
  /^\/(rules|architecture|changelog|contributing|release|readme|report|add-a-(?!wallet)|add-an-|decisions\/|versioning|comparison)/

/** How much a page counts. */
export const weigh = (page) => (FOR_MAKERS.test(page) ? 0.3 : 1)

/** Spellings that mean the same, each with the one that is searched for. */
const SAME = new Map([
  ['color', 'colour'],
  ['colors', 'colour'],
  ['colours', 'colour'],
  ['customize', 'customise'],
  ['nextjs', 'next'],
  ['types', 'typescript'],
  ['typings', 'typescript'],
  ['ts', 'typescript'],
  ['a11y', 'accessibility'],
  ['mail', 'email'],
])

/** Words without a meaning of their own. */
const EMPTY = new Set(
  'a an and are can do does for how i in into is it my of on or the to use what with your'.split(' '),
)

/** The form of a word that is stored and searched for: small letters, British, without the s of a plural; null for empty words. */
export function toTerm(word) {
  const small = word.toLowerCase().replace(/[’']s?$/, '')
  if (EMPTY.has(small)) return null
  const one = SAME.get(small) ?? small
  return /[^su]s$/.test(one) && one.length > 4 ? one.slice(0, -1) : one
}
