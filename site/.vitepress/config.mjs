import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { toAnchor } from '../anchors.mjs'
import { NAVIGATION } from '../navigation.mjs'
import { labelCells } from './tables.mjs'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const group = (heading, items) => ({
  text: heading,
  items: items.map(([link, text]) => ({ link: `/${link}`, text })),
})

export default defineConfig({
  title: 'wallet-connect-button',
  description: 'One HTML tag that connects EVM and Starknet wallets to any web page',
  srcDir: '.pages',
  srcExclude: ['public/**'],
  // Themes with colours that are legible on our backgrounds.
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: toAnchor },
    config: (md) => md.use(labelCells),
  },
  outDir: '.vitepress/dist',
  cleanUrls: true,
  lastUpdated: false,
  head: [
    ['link', { rel: 'icon', href: '/icon.svg' }],
    ['link', { rel: 'stylesheet', href: '/search.css' }],
    ['script', { type: 'module', src: '/apps/search.js' }],
    // Some documents have a working button.
    ['link', { rel: 'stylesheet', href: '/dist/looks.css' }],
    ['script', { type: 'module', src: '/apps/live.js' }],
    ['script', { src: '/dist/embed.js', defer: '' }],
  ],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('wallet-connect-') } } },
  themeConfig: {
    logo: '/icon.svg',
    logoLink: { link: '/', target: '_self' },
    outline: [2, 3],
    nav: NAVIGATION.map(([link, text]) => ({
      text,
      link,
      ...(link.endsWith('.html') && { target: '_self' }),
    })),
    sidebar: [
      group('Begin', [
        ['first-steps', 'First steps'],
        ['getting-started', 'Put it on a page'],
        ['wallets', 'Wallets'],
        ['wallets-tried', 'Wallets tried'],
        ['chains', 'Chains and networks'],
        ['provider', 'viem, ethers, wagmi'],
        ['forms', 'Forms without scripts'],
        ['page-state', 'Texts and styles by state'],
        ['styling', 'Styling'],
        ['recipes', 'Recipes'],
      ]),
      group('Hosts', [
        ['hosts/', 'All hosts'],
        ['hosts/plain-html', 'Plain HTML'],
        ['hosts/wordpress', 'WordPress'],
        ['hosts/page-builders', 'Page builders and shops'],
        ['hosts/react', 'React'],
        ['hosts/next', 'Next'],
        ['hosts/frameworks', 'Vue, Svelte, Angular, Astro'],
        ['hosts/self-hosting', 'Your own server'],
      ]),
      group('Sign-in', [
        ['sign-in', 'On the page'],
        ['server', 'The server'],
        ['server-stores', 'Stores and sessions'],
        ['existing-logins', 'Beside an existing login'],
        ['server-checks', 'What a server must check'],
      ]),
      group('Reference', [
        ['reference', 'Attributes, methods, events'],
        ['errors', 'Errors'],
        ['content-security-policy', 'Content Security Policy'],
        ['testing', 'Testing your page'],
      ]),
      group('Promises', [
        ['comparison', 'Comparison'],
        ['security', 'Security'],
        ['threat-model', 'Threat model'],
        ['privacy', 'Privacy'],
        ['accessibility', 'Accessibility'],
        ['browsers', 'Browsers'],
        ['rules', 'Every rule'],
        ['versioning', 'Versions'],
        ['release', 'Releases'],
        ['changelog', `Changelog (${version})`],
      ]),
      group('Move from', [
        ['migration/appkit', 'AppKit'],
        ['migration/rainbowkit', 'RainbowKit'],
        ['migration/connectkit', 'ConnectKit'],
        ['migration/web3-onboard', 'web3-onboard'],
        ['migration/starknetkit', 'starknetkit'],
        ['migration/get-starknet', 'get-starknet, starknet-react'],
        ['migration/dynamic-privy', 'Dynamic, Privy'],
      ]),
      group('Take part', [
        ['contributing', 'Change it'],
        ['architecture', 'How it is built'],
        ['add-a-wallet', 'Add a wallet'],
        ['add-a-language', 'Add a language'],
        ['add-an-attribute', 'Add an attribute'],
        ['report', 'Report a fault'],
      ]),
    ],
  },
})
