import { DEFAULT_CHAINS, DEFAULT_RELAY } from '../constants.js'
import type { WalletErrorCode } from '../errors/catalogue.js'

/**
 * Everything public of the package's two elements, declared once. `node scripts/surface.mjs` writes from it: the table by which
 * the element reads its attributes, the element's type with its documentation, the configuration's text fields, the
 * manifests for editors and generators, and the tables of docs/reference.md. No page loads this file.
 *
 * docs/add-an-attribute.md explains how to add an attribute.
 */

/** An attribute of `<wallet-connect-button>`. */
export interface AttributeSurface {
  /** In kebab case; the property of the same name is in camel case. */
  name: string
  /** `words`: one word of a list, the first by default; `boolean`: counts when it is present; `text`: anything. */
  kind: 'words' | 'boolean' | 'text'
  words?: readonly string[]
  /** The property's value without the attribute, when that is not empty. */
  default?: string
  /** What counts without the attribute, in words, when that is not simply the default. */
  fallback?: string
  /** The property's type, when the kind does not say it. */
  type?: string
  /** The property takes a list as well as a text. */
  takesList?: true
  /** The property of this name is a method: the attribute has no property of its own. */
  isMethod?: true
  /** The value goes to the client's configuration under the same name when it is not empty. */
  isConfigText?: true
  /** The platform's own attribute, which the element does not declare. */
  isPlatform?: true
  description: string
}

/** A property without an attribute. */
export interface PropertySurface {
  name: string
  type: string
  isReadonly?: true
  /** Every form control has this member. */
  isControl?: true
  /** Setting the property sets the attribute of this name, because React and Svelte set a property when it exists. */
  takesAttribute?: true
  description: string
}

/** A parameter of a method. */
export interface ParameterSurface {
  name: string
  type: string
  isOptional?: true
  description?: string
}

/** A method. Each returns a promise, except those that every form control has. */
export interface MethodSurface {
  name: string
  /** Type parameters, if it has any. */
  generics?: string
  parameters: readonly ParameterSurface[]
  /** What the promise resolves with. */
  resolves?: string
  /** What a method of every form control returns at once. */
  returns?: string
  description: string
  /** Codes of the errors that it rejects with, besides those of every request to a wallet. */
  errors?: readonly WalletErrorCode[]
  /** A few lines that show its use. */
  example?: string
}

/** An event that the page receives. */
export interface EventSurface {
  name: string
  /** Type of `detail`. */
  detail: string
  /** Fields of `detail`, for docs/reference.md. */
  fields: string
  description: string
}

/** A name with a description: a part, a custom property, a state, a slot. */
export interface NamedSurface {
  name: string
  description: string
}

export const SUMMARY =
  'A button that connects an EVM or Starknet wallet, in one tag. The list of wallets, the account menu and everything else is fetched when the visitor is about to use it.'

export const ATTRIBUTES: readonly AttributeSurface[] = [
  {
    name: 'app-name',
    kind: 'text',
    fallback: 'host name of the page',
    isConfigText: true,
    description: 'The app’s name: the list shows “Connect to {app-name}”, and wallets show the name as well.',
  },
  {
    name: 'app-description',
    kind: 'text',
    isConfigText: true,
    description: 'The description of the app that wallets show.',
  },
  {
    name: 'app-url',
    kind: 'text',
    isConfigText: true,
    description:
      'The address that wallets show for the app, on the host of the page. For another host, wallets on a phone get the page’s own address.',
  },
  {
    name: 'app-icon',
    kind: 'text',
    isConfigText: true,
    description: 'Address of the icon that wallets show for the app.',
  },
  {
    name: 'label',
    kind: 'text',
    fallback: '“Connect wallet” in the visitor’s language',
    description: 'Text of the idle button.',
  },
  {
    name: 'chains',
    kind: 'text',
    takesList: true,
    fallback: DEFAULT_CHAINS,
    description:
      'CAIP-2 ids of the chains that the page needs, separated by spaces. If optional-chains is empty too, connecting fails.',
  },
  {
    name: 'optional-chains',
    kind: 'text',
    takesList: true,
    description:
      'CAIP-2 ids of chains that the page can use but a wallet need not have, separated by spaces.',
  },
  {
    name: 'wallets',
    kind: 'text',
    takesList: true,
    fallback: 'all that apply',
    description:
      'Wallet ids in order of display, separated by spaces: an EIP-6963 rdns, `injected` (every other EVM wallet found), `walletConnect`, `coinbase`, a Starknet wallet’s id (`argentX`, `braavos` …), `starknet` (every other Starknet wallet found), `argentMobile`, `argentWebWallet`.',
  },
  {
    name: 'mode',
    kind: 'words',
    words: ['canAsk', 'neverAsk', 'alwaysAsk'],
    type: 'Mode',
    description:
      'Whether connecting may ask the visitor: `canAsk` asks if needed, `neverAsk` only restores a session silently, so that a click on the button shows nothing, `alwaysAsk` always shows the list.',
  },
  {
    name: 'result-type',
    kind: 'words',
    words: ['wallet', 'connector'],
    type: 'ResultType',
    description:
      'With `connector`, the element returns which wallet the visitor chose, and does not connect it.',
  },
  {
    name: 'project-id',
    kind: 'text',
    isConfigText: true,
    description:
      'WalletConnect project id, from dashboard.reown.com: for the QR code and for apps on a phone.',
  },
  {
    name: 'relay-url',
    kind: 'text',
    fallback: DEFAULT_RELAY,
    isConfigText: true,
    description: 'Address of the WalletConnect relay.',
  },
  {
    name: 'deep-link',
    kind: 'words',
    words: ['native', 'universal'],
    description:
      'How the button opens wallet apps on a phone: by their URL scheme (`native`), or by their https address (`universal`).',
  },
  {
    name: 'web-wallet-url',
    kind: 'text',
    fallback: 'the provider’s',
    isConfigText: true,
    description: 'Origin of the e-mail wallet: https, or http on localhost.',
  },
  {
    name: 'web-wallet-mode',
    kind: 'words',
    words: ['popup', 'iframe'],
    description:
      'How the e-mail wallet is shown. If it cannot be shown in a frame, the button opens a popup instead.',
  },
  {
    name: 'qr-modal',
    kind: 'words',
    words: ['inline', 'walletconnect'],
    description: 'Which QR code is shown: the list’s own, or that of the package @walletconnect/modal.',
  },
  {
    name: 'sign-in',
    kind: 'words',
    words: ['off', 'on-connect', 'form'],
    isMethod: true,
    description:
      '`on-connect`: connecting also asks for the signature that proves who owns the account, and is complete only then. `form`: the same, but the form submits the proof, and no API of a server is needed; see sign-in-nonce.',
  },
  {
    name: 'sign-in-nonce',
    kind: 'text',
    description:
      'For sign-in="form": the nonce that the server has written into the page, 8 or more letters and digits.',
  },
  {
    name: 'sign-in-statement',
    kind: 'text',
    description:
      'The sentence that the visitor agrees to by signing, which the wallet shows: one line of at most 500 ASCII characters. A statement that the server sends with the nonce comes first.',
  },
  {
    name: 'name',
    kind: 'text',
    description:
      'Name under which a form submits the connected account as a CAIP-10 id, such as `eip155:1:0xAb…`.',
  },
  {
    name: 'required',
    kind: 'boolean',
    description: 'The form is not submitted before a wallet is connected.',
  },
  {
    name: 'form',
    kind: 'text',
    isPlatform: true,
    description: 'Id of the form that the button belongs to, if the button is not inside that form.',
  },
  {
    name: 'page-state',
    kind: 'boolean',
    description:
      'The button sets `data-wallet-status` and `data-wallet-namespace` on the root element of the page, and fills elements that have `data-wallet-text`.',
  },
  {
    name: 'signed-in-href',
    kind: 'text',
    description: 'The page that the browser opens after a sign-in: an address of the same origin.',
  },
  {
    name: 'rpc',
    kind: 'text',
    description:
      'Nodes of networks, for hosts that only let you write attributes: `eip155:31337=https://… starknet:SN_MAIN=https://…`. The property `networks` has more options.',
  },
  {
    name: 'names',
    kind: 'boolean',
    description:
      'Shows ENS or Starknet names and pictures, which the button reads through the page’s own nodes or the wallet.',
  },
  {
    name: 'terms-url',
    kind: 'text',
    description: 'Address of your terms, linked below the list: https, or the page’s own origin.',
  },
  {
    name: 'privacy-url',
    kind: 'text',
    description: 'Address of your privacy policy, linked below the list: https, or the page’s own origin.',
  },
  {
    name: 'api-url',
    kind: 'text',
    description: 'Base address of your server’s API, which issues nonces and verifies signatures.',
  },
  {
    name: 'theme',
    kind: 'words',
    words: ['system', 'dark', 'light'],
    fallback: 'the stored choice, else system',
    description: '`system` follows the visitor’s preference, also while the page is open.',
  },
  {
    name: 'look',
    kind: 'text',
    description: 'A ready-made look of the button and the list. Your own custom properties override it.',
  },
  {
    name: 'theme-storage-key',
    kind: 'text',
    default: 'theme',
    description: 'Key in local storage under which the page stores the visitor’s choice of theme.',
  },
  {
    name: 'font-href',
    kind: 'text',
    description:
      'Address of a font stylesheet, which the button loads when the list first opens. Off by default, so that the font’s host learns nothing about visitors.',
  },
  { name: 'show-balance', kind: 'boolean', description: 'Shows the balance in the connected button.' },
  {
    name: 'size',
    kind: 'words',
    words: ['medium', 'small', 'large'],
    description: 'Height of the button: 44, 36 or 52 px; on a touch screen at least 44.',
  },
  {
    name: 'store',
    kind: 'text',
    default: 'default',
    description:
      'Elements with the same store name share one session. Elements with another name have a separate session. An extension gives its permission to the whole site: a disconnect takes it back, also from stores on other pages and in other tabs.',
  },
  {
    name: 'preload',
    kind: 'words',
    words: ['intent', 'idle', 'visible', 'click'],
    description:
      'When the button fetches the list’s code. `intent`: when the visitor points at or focuses the button. `idle`: after the page has loaded. `visible`: when the button comes near the viewport, except on a slow connection or with data saving. `click`: on the click.',
  },
  {
    name: 'data-base',
    kind: 'text',
    fallback: 'the folder of the script',
    description:
      'Address of the folder with the parts of the script, or of the folder above it, such as `dist/`. You may also set it on the script tag or in a meta element.',
  },
  { name: 'disabled', kind: 'boolean', description: 'The visitor cannot use the button.' },
  {
    name: 'lang',
    kind: 'text',
    fallback: 'of the nearest ancestor',
    isPlatform: true,
    description: 'Language of all texts. It also sets the writing direction.',
  },
]

export const PROPERTIES: readonly PropertySurface[] = [
  {
    name: 'networks',
    type: 'readonly NetworkConfig[] | undefined',
    description:
      'Networks that the page adds or changes: chainId, name, rpcUrls, privateCustomerRpcUrls, nativeCurrency, blockExplorerUrls.',
  },
  {
    name: 'connectors',
    type: 'readonly Connector[] | undefined',
    description:
      'Your own connectors. Each is added to the built-in connectors, or replaces the built-in connector with the same id.',
  },
  {
    name: 'storage',
    type: 'StorageLike | undefined',
    description: 'Where the button stores sessions; local storage by default.',
  },
  {
    name: 'signInAdapter',
    type: 'SignInAdapter | undefined',
    description:
      'The functions that call your server, if your server does not have the API of `api-url`: getNonce, verify, signOut, and getSession for reloads.',
  },
  {
    name: 'resolveName',
    type: 'ResolveName | undefined',
    description:
      'A function that reads the name of an account, in place of the built-in reader of ENS and Starknet names: `(address, chainId)` gives, at once or later, the name, `{ name, picture }`, or null. The button calls it only if `names` is set.',
  },
  {
    name: 'form',
    type: 'HTMLFormElement | null',
    isReadonly: true,
    isControl: true,
    takesAttribute: true,
    description: 'The form that the button belongs to.',
  },
  {
    name: 'value',
    type: 'string',
    isReadonly: true,
    isControl: true,
    description:
      'The value that a form submits under `name`: the account of the active connection as a CAIP-10 id. Empty if no wallet is connected.',
  },
  {
    name: 'validity',
    type: 'ValidityState',
    isReadonly: true,
    isControl: true,
    description: 'As on an input. `valueMissing` is true while `required` is set and no wallet is connected.',
  },
  {
    name: 'validationMessage',
    type: 'string',
    isReadonly: true,
    isControl: true,
    description: 'As on an input: a message about what is missing, in the visitor’s language.',
  },
  {
    name: 'willValidate',
    type: 'boolean',
    isReadonly: true,
    isControl: true,
    description: 'As on an input.',
  },
  {
    name: 'state',
    type: 'WalletState',
    isReadonly: true,
    description:
      'The whole state, including `state.connections`. It is immutable: each change gives a new object.',
  },
  {
    name: 'status',
    type: "WalletState['status']",
    isReadonly: true,
    description: '`idle`, `connecting` or `connected`.',
  },
  {
    name: 'account',
    type: 'Hex | null',
    isReadonly: true,
    description:
      'Account of the active connection: an EIP-55 address, or `0x` and 64 hex digits on Starknet. Null if no wallet is connected.',
  },
  {
    name: 'chainId',
    type: 'ChainId | null',
    isReadonly: true,
    description: 'Chain of the active connection as a CAIP-2 id. Null if no wallet is connected.',
  },
  {
    name: 'wallet',
    type: 'WalletEntity | null',
    isReadonly: true,
    description: 'The connected wallet, or null.',
  },
  {
    name: 'provider',
    type: 'WalletProvider | null',
    isReadonly: true,
    description:
      'The EIP-1193 provider or the Starknet wallet object of the active connection, for viem, ethers, starknet.js. Null if no wallet is connected.',
  },
  {
    name: 'client',
    type: 'WalletClient | null',
    isReadonly: true,
    description: 'The client without an interface that the element uses. Null until its code is loaded.',
  },
]

export const METHODS: readonly MethodSurface[] = [
  {
    name: 'open',
    parameters: [],
    resolves: 'void',
    description: 'Shows the list of wallets. Resolves when it is on screen.',
  },
  {
    name: 'close',
    parameters: [],
    resolves: 'void',
    description: 'Closes the list or the wallet’s view. Resolves when it is closed.',
  },
  {
    name: 'connect',
    parameters: [
      {
        name: 'options',
        type: 'ConnectOptions',
        isOptional: true,
        description:
          'A wallet, a mode, a result type, a chain. The attributes apply for every option that you leave out.',
      },
    ],
    resolves: 'ConnectResult',
    description: 'Connects a wallet. Resolves with nulls when the visitor has closed the list.',
    errors: ['user_rejected', 'connect_failed', 'not_found', 'busy', 'config_invalid'],
    example: `const { wallet } = await button.connect({ chainId: 'eip155:8453' })
if (wallet) console.log(wallet.account)`,
  },
  {
    name: 'disconnect',
    parameters: [
      {
        name: 'options',
        type: '{ namespace?: Namespace }',
        isOptional: true,
        description: 'Ends the session of this namespace only; by default of both.',
      },
    ],
    resolves: 'void',
    description: 'Ends the session. Resolves when the session and its stored keys are deleted.',
  },
  {
    name: 'signMessage',
    parameters: [
      { name: 'message', type: 'string', description: 'The text; on Starknet at most 31 characters.' },
      {
        name: 'options',
        type: 'SignalOptions',
        isOptional: true,
        description: 'With `signal` the page gives the request up.',
      },
    ],
    resolves: 'string | string[]',
    description:
      'Has the wallet sign a text. Resolves with a hex signature on EVM, with a list of felts on Starknet, where the text is in typed data whose domain has the name of the app, cut to 31 characters: of revision 0 for up to 31 ASCII characters, of revision 1 (SNIP-12) for a longer text or one with other characters, which older wallets refuse. A text that is a number is refused there.',
    errors: ['user_rejected', 'request_given_up', 'user_not_connected', 'sign_failed'],
    example: `const signature = await button.signMessage('Hello')`,
  },
  {
    name: 'signTypedData',
    parameters: [
      { name: 'typedData', type: 'unknown', description: 'EIP-712 on EVM, SNIP-12 on Starknet.' },
      {
        name: 'options',
        type: 'SignalOptions',
        isOptional: true,
        description: 'With `signal` the page gives the request up.',
      },
    ],
    resolves: 'string | string[]',
    description:
      'Has the wallet sign typed data. Resolves with a hex signature on EVM, with a list of felts on Starknet.',
    errors: ['user_rejected', 'request_given_up', 'user_not_connected', 'request_invalid', 'sign_failed'],
    example: `await button.signTypedData({
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  domain: { name: 'Shop', chainId: 1 },
  message: { text: 'Hello' },
})`,
  },
  {
    name: 'execute',
    generics: '<Calls extends Executable>',
    parameters: [
      {
        name: 'calls',
        type: 'Calls',
        description:
          'One call, or a list that is not empty: `{ contractAddress, entrypoint, calldata }` on Starknet, `{ to, data, value }` on EVM, where a single call may also have `gas`, `maxFeePerGas`, `maxPriorityFeePerGas` and `nonce`, and no `to` for a new contract. Any other field is refused.',
      },
      { name: 'options', type: 'ExecuteOptions & SignalOptions', isOptional: true },
    ],
    resolves: 'Executed<Calls>',
    description:
      'Executes calls: as one transaction on Starknet; on EVM one call as a transaction, several as one atomic batch (EIP-5792), or with `sequential` one after the other where the wallet has no batches. Resolves with `{ transactionHash }` when the wallet has sent it, for a batch with `{ transactionHash, callsId }`, whose hash is null until the chain has one. When calls that are sent one after the other fail, the error has the hashes so far in `sent`. Nothing is sent on a chain that the page does not have: with one EVM chain the wallet is asked to switch there first, else the error is `chain_mismatch`. What was given up with `signal` or on the page and is sent after all comes as `wallet_transaction` with `late`.',
    errors: [
      'user_rejected',
      'request_given_up',
      'user_not_connected',
      'request_invalid',
      'chain_mismatch',
      'batch_not_supported',
      'execute_failed',
    ],
    example: `const { transactionHash } = await button.execute({
  contractAddress: '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
  entrypoint: 'transfer',
  calldata: [recipient, 1_000_000n, 0],
})`,
  },
  {
    name: 'waitForTransaction',
    parameters: [
      {
        name: 'id',
        type: 'string',
        description: 'The hash of a transaction, of a Safe’s transaction, or the `callsId` of a batch.',
      },
      {
        name: 'options',
        type: 'WaitOptions',
        isOptional: true,
        description:
          '`signal` ends the wait with its own reason, `timeout` after so many ms. Without them the wait has no limit.',
      },
    ],
    resolves: 'TransactionReceipt',
    description:
      'Waits until a transaction or a batch is accepted or reverted. Resolves with the hash that the chain has taken, and `replaced: "repriced"` where the sender has sped the transaction up. When the sender has sent something else in its place, the error has that hash in `cause.transactionHash`.',
    errors: [
      'user_not_connected',
      'request_invalid',
      'execute_failed',
      'transaction_cancelled',
      'transaction_dropped',
      'request_timeout',
    ],
  },
  {
    name: 'getCapabilities',
    parameters: [
      {
        name: 'chainId',
        type: 'string | number',
        isOptional: true,
        description: 'In any spelling; the wallet’s own chain by default.',
      },
    ],
    resolves: 'Record<string, unknown>',
    description:
      'Reads what the wallet can do with calls on a chain (`wallet_getCapabilities` of EIP-5792). Resolves with an empty object when the wallet names nothing.',
    errors: ['user_not_connected', 'request_invalid'],
  },
  {
    name: 'switchChain',
    parameters: [
      {
        name: 'params',
        type: '{ chainId: string | number }',
        description: 'The chain in any spelling of its id.',
      },
      {
        name: 'options',
        type: 'SignalOptions',
        isOptional: true,
        description: 'With `signal` the page gives the request up.',
      },
    ],
    resolves: 'void',
    description: 'Switches the wallet to another chain. Resolves when the wallet reports that chain.',
    errors: ['user_rejected', 'request_given_up', 'network_switching_only_available_in_wallet'],
    example: `await button.switchChain({ chainId: 'eip155:8453' })`,
  },
  {
    name: 'addChain',
    parameters: [
      { name: 'params', type: 'AddChainParams' },
      {
        name: 'options',
        type: 'SignalOptions',
        isOptional: true,
        description: 'With `signal` the page gives the request up.',
      },
    ],
    resolves: 'void',
    description: 'Asks the wallet to add a chain. Resolves when the visitor has accepted it.',
  },
  {
    name: 'watchAsset',
    parameters: [
      { name: 'params', type: 'WatchAssetParams' },
      {
        name: 'options',
        type: 'SignalOptions',
        isOptional: true,
        description: 'With `signal` the page gives the request up.',
      },
    ],
    resolves: 'void',
    description: 'Asks the wallet to show a token. Resolves when the visitor has accepted it.',
  },
  {
    name: 'getBalance',
    parameters: [
      {
        name: 'token',
        type: 'string',
        isOptional: true,
        description: 'Address of a token; the chain’s own currency by default (on Starknet ETH).',
      },
    ],
    resolves: 'Balance',
    description: 'Reads the account’s balance.',
    errors: ['balance_failed'],
  },
  {
    name: 'getStarknetAccount',
    generics: '<Account = StarknetAccount>',
    parameters: [],
    resolves: 'Account',
    description:
      'Gives a starknet.js account for the connected Starknet wallet. It loads starknet.js. `getStarknetAccount<WalletAccount>()` has the type of starknet.js itself.',
    errors: ['user_not_connected'],
  },
  {
    name: 'signIn',
    parameters: [],
    resolves: 'SignInDetail',
    description:
      'Proves to your server that the visitor owns the connected account. If the visitor refuses, the wallet stays connected and the visitor is not signed in.',
    errors: ['user_rejected', 'request_given_up', 'user_not_connected'],
    example: `const { address, verified } = await button.signIn()`,
  },
  {
    name: 'signOut',
    parameters: [],
    resolves: 'SignInDetail | null',
    description: 'Ends the server’s session. Resolves with who was signed in, or null.',
  },
  {
    name: 'checkValidity',
    parameters: [],
    returns: 'boolean',
    description: 'As on an input: returns whether this button allows the form to be submitted.',
  },
  {
    name: 'reportValidity',
    parameters: [],
    returns: 'boolean',
    description: 'As on an input: shows at the button what is missing, and focuses the button.',
  },
  {
    name: 'setCustomValidity',
    parameters: [{ name: 'message', type: 'string', description: 'An empty text removes the message.' }],
    returns: 'void',
    description: 'As on an input: sets a message of your own, which prevents the form from being submitted.',
  },
]

export const EVENTS: readonly EventSurface[] = [
  {
    name: 'wallet_connecting',
    detail: "ClientEvents['connecting']",
    fields: '{ walletId, namespace }',
    description: 'The visitor chose a wallet. Cancelable: `preventDefault()` cancels the attempt.',
  },
  {
    name: 'wallet_connected',
    detail: "ClientEvents['connected']",
    fields: '{ walletId, namespace, account, chainId, restored }',
    description:
      'A wallet is connected. `restored` is true if the button restored the session, for example after a reload.',
  },
  {
    name: 'wallet_changed',
    detail: "ClientEvents['changed']",
    fields: '{ namespace, account, chainId, previous }',
    description:
      'The account or the chain has changed. `account` and `chainId` are missing if a Starknet wallet is on an unknown network.',
  },
  {
    name: 'wallet_disconnected',
    detail: "ClientEvents['disconnected']",
    fields: '{ walletId, namespace, reason }',
    description: 'A connection has ended; the reason is `user`, `wallet`, `expired` or `replaced`.',
  },
  {
    name: 'wallet_signed_in',
    detail: "ClientEvents['signed_in']",
    fields: '{ address, chainId, namespace, message, signature, verified }',
    description:
      'The server has verified the signature. After a reload, when the server still knows the visitor, the event has no message and no signature.',
  },
  {
    name: 'wallet_signed_out',
    detail: "ClientEvents['signed_out']",
    fields: '{ address, chainId, namespace }',
    description:
      'The visitor is signed out: by `signOut()`, because the account has changed, or because the wallet was disconnected.',
  },
  {
    name: 'wallet_transaction',
    detail: "ClientEvents['transaction']",
    fields: '{ transactionHash, chainId, status, late? }',
    description:
      'A transaction was `sent`, `accepted` or `reverted`. `late` is true when it was given up on the page, and the visitor has allowed it in the wallet after that. `sentAs` is the hash under which it was sent, where the chain has taken another.',
  },
  {
    name: 'wallet_error',
    detail: "ClientEvents['error']",
    fields: '{ code, message, error }',
    description: 'An action failed. The promise of the call rejects with the same error.',
  },
  {
    name: 'wallet_modal_opened',
    detail: 'Record<string, never>',
    fields: '{}',
    description: 'The list is on screen.',
  },
  {
    name: 'wallet_modal_closed',
    detail: '{ choice: string | null }',
    fields: '{ choice }',
    description: 'The list is closed. `choice` is the id of the chosen wallet, or null.',
  },
]

/** Parts of the button's shadow root. */
export const BUTTON_PARTS: readonly NamedSurface[] = [
  { name: 'button', description: 'The button itself.' },
  { name: 'label', description: 'Its text.' },
  { name: 'icon', description: 'The icon before the text.' },
  { name: 'spinner', description: 'Turns while the button is waiting.' },
  { name: 'avatar', description: 'The picture of the connected account.' },
  { name: 'menu', description: 'The account menu.' },
]

/** Parts of the shadow root of `<wallet-connect-modal>`. */
export const MODAL_PARTS: readonly NamedSurface[] = [
  { name: 'overlay', description: 'The layer over the page while the list is open.' },
  { name: 'dialog', description: 'The card.' },
  { name: 'header', description: 'Its first line.' },
  { name: 'title', description: 'The title in it.' },
  { name: 'close-button', description: 'The button that closes the card.' },
  { name: 'wallet', description: 'A row of the list.' },
  { name: 'wallet-icon', description: 'The wallet’s icon in its row.' },
  { name: 'wallet-name', description: 'The wallet’s name in its row.' },
  { name: 'wallet-subtitle', description: 'The small text below the name.' },
  { name: 'qr', description: 'The QR code for a phone.' },
]

/** Custom states of the button, mirrored as `data-status`: the first that is true. */
export const STATES: readonly NamedSurface[] = [
  { name: 'connecting', description: 'An attempt to connect is under way.' },
  { name: 'connected', description: 'A wallet is connected.' },
  { name: 'open', description: 'The list or the account menu is open.' },
  { name: 'wrong-network', description: 'The wallet is on a chain that the page does not have.' },
]

/** Colours among the custom properties. */
const COLOURS = [
  { name: '--wcb-accent', description: 'Colour of the button and of what is selected.' },
  { name: '--wcb-accent-text', description: 'Text on it.' },
  { name: '--wcb-background', description: 'Background of the list and the menu.' },
  { name: '--wcb-surface', description: 'Background of rows.' },
  { name: '--wcb-text', description: 'Text.' },
  { name: '--wcb-muted', description: 'Quieter text.' },
  { name: '--wcb-border', description: 'Lines.' },
  { name: '--wcb-error', description: 'Text of errors.' },
  { name: '--wcb-shadow', description: 'Shadow of the list and the menu.' },
  { name: '--wcb-overlay', description: 'Colour over the page while the list is open.' },
] satisfies readonly NamedSurface[]

/** Custom properties, set on the button or any ancestor. */
export const CSS_PROPERTIES: readonly NamedSurface[] = [
  ...COLOURS,
  { name: '--wcb-radius', description: 'Roundness of corners.' },
  { name: '--wcb-font', description: 'Font family.' },
]
