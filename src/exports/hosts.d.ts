// Written by `node scripts/surface.mjs` from surface.ts: edit that file.

import type {
  SignInMode,
  WalletConnectButton,
  WalletEventMap,
  WritableProperty,
} from '../element/button-api.js'

/** The attributes of `<wallet-connect-button>`, as markup has them. */
export interface WalletConnectButtonAttributes {
  /** The app’s name: the list shows “Connect to {app-name}”, and wallets show the name as well. */
  'app-name'?: string | undefined
  /** The description of the app that wallets show. */
  'app-description'?: string | undefined
  /** The address that wallets show for the app, on the host of the page. For another host, wallets on a phone get the page’s own address. */
  'app-url'?: string | undefined
  /** Address of the icon that wallets show for the app. */
  'app-icon'?: string | undefined
  /** Text of the idle button. */
  label?: string | undefined
  /** CAIP-2 ids of the chains that the page needs, separated by spaces. If optional-chains is empty too, connecting fails. */
  chains?: string | undefined
  /** CAIP-2 ids of chains that the page can use but a wallet need not have, separated by spaces. */
  'optional-chains'?: string | undefined
  /** Wallet ids in order of display, separated by spaces: an EIP-6963 rdns, `injected` (every other EVM wallet found), `walletConnect`, `coinbase`, a Starknet wallet’s id (`argentX`, `braavos` …), `starknet` (every other Starknet wallet found), `argentMobile`, `argentWebWallet`. */
  wallets?: string | undefined
  /** Whether connecting may ask the visitor: `canAsk` asks if needed, `neverAsk` only restores a session silently, so that a click on the button shows nothing, `alwaysAsk` always shows the list. */
  mode?: 'canAsk' | 'neverAsk' | 'alwaysAsk' | undefined
  /** With `connector`, the element returns which wallet the visitor chose, and does not connect it. */
  'result-type'?: 'wallet' | 'connector' | undefined
  /** WalletConnect project id, from dashboard.reown.com: for the QR code and for apps on a phone. */
  'project-id'?: string | undefined
  /** Address of the WalletConnect relay. */
  'relay-url'?: string | undefined
  /** How the button opens wallet apps on a phone: by their URL scheme (`native`), or by their https address (`universal`). */
  'deep-link'?: 'native' | 'universal' | undefined
  /** Origin of the e-mail wallet: https, or http on localhost. */
  'web-wallet-url'?: string | undefined
  /** How the e-mail wallet is shown. If it cannot be shown in a frame, the button opens a popup instead. */
  'web-wallet-mode'?: 'popup' | 'iframe' | undefined
  /** Which QR code is shown: the list’s own, or that of the package @walletconnect/modal. */
  'qr-modal'?: 'inline' | 'walletconnect' | undefined
  /** `on-connect`: connecting also asks for the signature that proves who owns the account, and is complete only then. `form`: the same, but the form submits the proof, and no API of a server is needed; see sign-in-nonce. */
  'sign-in'?: 'off' | 'on-connect' | 'form' | undefined
  /** For sign-in="form": the nonce that the server has written into the page, 8 or more letters and digits. */
  'sign-in-nonce'?: string | undefined
  /** The sentence that the visitor agrees to by signing, which the wallet shows: one line of at most 500 ASCII characters. A statement that the server sends with the nonce comes first. */
  'sign-in-statement'?: string | undefined
  /** Name under which a form submits the connected account as a CAIP-10 id, such as `eip155:1:0xAb…`. */
  name?: string | undefined
  /** The form is not submitted before a wallet is connected. */
  required?: boolean | 'true' | 'false' | '' | undefined
  /** Id of the form that the button belongs to, if the button is not inside that form. */
  form?: string | undefined
  /** The button sets `data-wallet-status` and `data-wallet-namespace` on the root element of the page, and fills elements that have `data-wallet-text`. */
  'page-state'?: boolean | 'true' | 'false' | '' | undefined
  /** The page that the browser opens after a sign-in: an address of the same origin. */
  'signed-in-href'?: string | undefined
  /** Nodes of networks, for hosts that only let you write attributes: `eip155:31337=https://… starknet:SN_MAIN=https://…`. The property `networks` has more options. */
  rpc?: string | undefined
  /** Shows ENS or Starknet names and pictures, which the button reads through the page’s own nodes or the wallet. */
  names?: boolean | 'true' | 'false' | '' | undefined
  /** Address of your terms, linked below the list: https, or the page’s own origin. */
  'terms-url'?: string | undefined
  /** Address of your privacy policy, linked below the list: https, or the page’s own origin. */
  'privacy-url'?: string | undefined
  /** Base address of your server’s API, which issues nonces and verifies signatures. */
  'api-url'?: string | undefined
  /** `system` follows the visitor’s preference, also while the page is open. */
  theme?: 'system' | 'dark' | 'light' | undefined
  /** A ready-made look of the button and the list. Your own custom properties override it. */
  look?: string | undefined
  /** Key in local storage under which the page stores the visitor’s choice of theme. */
  'theme-storage-key'?: string | undefined
  /** Address of a font stylesheet, which the button loads when the list first opens. Off by default, so that the font’s host learns nothing about visitors. */
  'font-href'?: string | undefined
  /** Shows the balance in the connected button. */
  'show-balance'?: boolean | 'true' | 'false' | '' | undefined
  /** Height of the button: 44, 36 or 52 px; on a touch screen at least 44. */
  size?: 'medium' | 'small' | 'large' | undefined
  /** Elements with the same store name share one session. Elements with another name have a separate session. An extension gives its permission to the whole site: a disconnect takes it back, also from stores on other pages and in other tabs. */
  store?: string | undefined
  /** When the button fetches the list’s code. `intent`: when the visitor points at or focuses the button. `idle`: after the page has loaded. `visible`: when the button comes near the viewport, except on a slow connection or with data saving. `click`: on the click. */
  preload?: 'intent' | 'idle' | 'visible' | 'click' | undefined
  /** Address of the folder with the parts of the script, or of the folder above it, such as `dist/`. You may also set it on the script tag or in a meta element. */
  'data-base'?: string | undefined
  /** The visitor cannot use the button. */
  disabled?: boolean | 'true' | 'false' | '' | undefined
}

/** The properties of `<wallet-connect-button>` that are objects. */
export type WalletConnectButtonObjects = {
  [K in 'networks' | 'connectors' | 'storage' | 'signInAdapter' | 'resolveName']?:
    | WalletConnectButton[K]
    | undefined
}

/** Listeners by the name that a framework gives them: `on` and the event's name, or with a colon between. */
export type WalletConnectButtonListeners<Colon extends '' | ':' = ''> = {
  [K in keyof WalletEventMap as `on${Colon}${K}`]?: ((event: WalletEventMap[K]) => void) | undefined
}

/** All properties, in camel case, as a template of Vue has them. */
export type WalletConnectButtonProperties = Partial<
  Pick<WalletConnectButton, Exclude<WritableProperty, 'chains' | 'optionalChains' | 'wallets'>>
> & { [K in 'chains' | 'optionalChains' | 'wallets']?: string | readonly string[] } & { signIn?: SignInMode }

type Button = WalletConnectButton
type Own = WalletConnectButtonAttributes & WalletConnectButtonObjects & WalletConnectButtonListeners
/** The tag: what is its own, and what any element takes besides. */
type Tag<Html> = Own & { class?: string | undefined } & Omit<Html, keyof Own | 'class'>
/** Names with a colon, as Solid and Svelte 4 write them. */
type Named = WalletConnectButtonListeners<':'>
type SolidProperties = {
  [K in keyof WalletConnectButtonObjects as `prop:${K}`]?: WalletConnectButtonObjects[K]
}
type VueListeners = {
  [K in keyof WalletEventMap as `on${Capitalize<K>}`]?: (event: WalletEventMap[K]) => void
}

// @ts-ignore
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      // @ts-ignore
      'wallet-connect-button': Tag<DetailedHTMLProps<HTMLAttributes<Button>, Button>>
    }
  }
}

// @ts-ignore
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      // @ts-ignore
      'wallet-connect-button': Tag<JSXInternal.HTMLAttributes<Button>>
    }
  }
}

// @ts-ignore
declare module 'solid-js/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements {
      // @ts-ignore
      'wallet-connect-button': Tag<HTMLAttributes<Button>> & Named & SolidProperties
    }
  }
}

// @ts-ignore
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    // @ts-ignore
    'wallet-connect-button': Tag<HTMLAttributes<Button>> & Named
  }
}

// @ts-ignore
declare module 'vue' {
  interface GlobalComponents {
    'wallet-connect-button': new () => { $props: WalletConnectButtonProperties & VueListeners }
  }
}
