import 'wallet-connect-button'
import type { SvelteHTMLElements } from 'svelte/elements'
import type { GlobalComponents } from 'vue'

type Svelte = SvelteHTMLElements['wallet-connect-button']
export const svelte: Svelte = {
  class: 'wide',
  'app-name': 'Shop',
  'show-balance': true,
  networks: [{ chainId: 1 }],
  onwallet_connected: ({ detail }) => detail.account.length,
  'on:wallet_error': ({ detail }) => detail.code.length,
}
// @ts-expect-error no such word
export const badSvelte: Svelte = { theme: 'blue' }

type Vue = InstanceType<GlobalComponents['wallet-connect-button']>['$props']
export const vue: Vue = {
  appName: 'Shop',
  chains: ['eip155:1'],
  showBalance: true,
  onWallet_connected: ({ detail }) => detail.account.length,
}
// @ts-expect-error no such word
export const badVue: Vue = { theme: 'blue' }
