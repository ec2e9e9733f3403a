// Written by `npm run surface` from surface.ts: edit that file.

import type {
  SignInMode,
  WalletConnectButton,
  WalletEventMap,
  WritableProperty,
} from '../element/button-api.js'

/** The attributes of `<wallet-connect-button>`, as markup has them. */
export interface WalletConnectButtonAttributes {
  /** Shown as “Connect to {app-name}”; also the name that wallets see. */
  'app-name'?: string | undefined
  /** What wallets show about the app. */
  'app-description'?: string | undefined
  /** The address that wallets show for the app. */
  'app-url'?: string | undefined
  /** Address of the icon that wallets show for the app. */
  'app-icon'?: string | undefined
  /** Text of the idle button. */
  label?: string | undefined
  /** CAIP-2 ids, separated by spaces. Empty, with empty optional-chains, is an error on connect. */
  chains?: string | undefined
  /** CAIP-2 ids of chains that a wallet may lack, separated by spaces. */
  'optional-chains'?: string | undefined
  /** Wallet ids in order of display, separated by spaces: an EIP-6963 rdns, `injected` (every other EVM wallet found), `walletConnect`, `coinbase`, a Starknet wallet’s id (`argentX`, `braavos` …), `starknet` (every other Starknet wallet found), `argentMobile`, `argentWebWallet`. */
  wallets?: string | undefined
  /** Whether connecting may ask: reconnect silently only, ask where needed, or always show the list. */
  mode?: 'canAsk' | 'neverAsk' | 'alwaysAsk' | undefined
  /** `connector` only names the chosen wallet and connects nothing. */
  'result-type'?: 'wallet' | 'connector' | undefined
  /** WalletConnect project id. */
  'project-id'?: string | undefined
  /** Address of the WalletConnect relay. */
  'relay-url'?: string | undefined
  /** How wallet apps on a phone are opened: by their scheme, or by their address. */
  'deep-link'?: 'native' | 'universal' | undefined
  /** Origin of the e-mail wallet: https, or http on localhost. */
  'web-wallet-url'?: string | undefined
  /** How the e-mail wallet is shown. Where the frame is refused, a popup is opened instead. */
  'web-wallet-mode'?: 'popup' | 'iframe' | undefined
  /** Whose QR code is shown: our own, or that of the package @walletconnect/modal. */
  'qr-modal'?: 'inline' | 'walletconnect' | undefined
  /** `on-connect`: connecting is complete only after the signature that proves whose account it is. `form`: the same, with the proof submitted by the form instead of a server’s API; see sign-in-nonce. */
  'sign-in'?: 'off' | 'on-connect' | 'form' | undefined
  /** For sign-in="form": the nonce that the server has written into the page, 8 or more letters and digits. */
  'sign-in-nonce'?: string | undefined
  /** Name under which a form submits the connected account as a CAIP-10 id, such as `eip155:1:0xAb…`. */
  name?: string | undefined
  /** The form is not submitted before a wallet is connected. */
  required?: boolean | 'true' | 'false' | '' | undefined
  /** The root element of the page carries `data-wallet-status` and `data-wallet-namespace`, and elements with `data-wallet-text` are filled. */
  'page-state'?: boolean | 'true' | 'false' | '' | undefined
  /** Where to go after a sign-in: an address of the same origin. */
  'signed-in-href'?: string | undefined
  /** Nodes of networks, where a host takes attributes alone: `eip155:31337=https://… starknet:SN_MAIN=https://…`. The property `networks` says more. */
  rpc?: string | undefined
  /** Shows ENS or Starknet names and pictures, read through the page’s own nodes or the wallet. */
  names?: boolean | 'true' | 'false' | '' | undefined
  /** Address of your terms, linked below the list: https, or the page’s own origin. */
  'terms-url'?: string | undefined
  /** Address of your privacy policy, linked below the list: https, or the page’s own origin. */
  'privacy-url'?: string | undefined
  /** Base address of the API that issues nonces and verifies signatures. */
  'api-url'?: string | undefined
  /** `system` follows the visitor’s preference, live. */
  theme?: 'system' | 'dark' | 'light' | undefined
  /** A ready look of button and list; custom properties of your own go on top of it. */
  look?: string | undefined
  /** Key in local storage under which the page keeps the visitor’s choice of theme. */
  'theme-storage-key'?: string | undefined
  /** Address of a font stylesheet, loaded when the list first opens. Off by default: no third party hears of a visitor who has not asked for a wallet. */
  'font-href'?: string | undefined
  /** Shows the balance in the connected button. */
  'show-balance'?: boolean | 'true' | 'false' | '' | undefined
  /** Height of the button: 44, 36 or 52 px. */
  size?: 'medium' | 'small' | 'large' | undefined
  /** Elements with the same store name share one session; another name isolates. */
  store?: string | undefined
  /** When the list’s code is fetched: on pointer or focus, after the page’s load, when the button comes near the viewport (never on a slow line, or where data is saved), or on the click. */
  preload?: 'intent' | 'idle' | 'visible' | 'click' | undefined
  /** Address of the folder that the script tag’s parts lie in. It may stand on the script tag or in a meta element as well. */
  'data-base'?: string | undefined
  /** The button cannot be used. */
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
