/**
 * What the manifests say of the element: one list for editors and for the README's table. A test holds it against the
 * element's own list of attributes.
 */
export const summary =
  'A button that connects an EVM or Starknet wallet, in one tag. The list of wallets, the account menu and everything else is fetched when the visitor is about to use it.'

/** [name, type (words, boolean or string), default, description] */
export const attributes = [
  [
    'app-name',
    'string',
    'host name of the page',
    'Shown as “Connect to {app-name}”; also the name wallets see.',
  ],
  ['app-description', 'string', '', 'What wallets show about the app.'],
  ['app-url', 'string', '', 'The address wallets show for the app.'],
  ['app-icon', 'string', '', 'The icon wallets show for the app.'],
  ['label', 'string', '“Connect wallet” in the language', 'Text of the idle button.'],
  [
    'chains',
    'string',
    'eip155:1 starknet:SN_MAIN',
    'CAIP-2 ids, separated by spaces. Empty, with empty optional-chains, is an error on connect.',
  ],
  ['optional-chains', 'string', '', 'Chains that a wallet may lack.'],
  [
    'wallets',
    'string',
    'all that apply',
    'Wallet ids in order of display: an EIP-6963 rdns, `injected` (every other EVM wallet found), `walletConnect`, `coinbase`, a Starknet wallet’s id (`argentX`, `braavos` …), `starknet` (every other Starknet wallet found), `argentMobile`, `argentWebWallet`.',
  ],
  [
    'mode',
    'canAsk | neverAsk | alwaysAsk',
    'canAsk',
    'Whether connecting may ask: reconnect silently only, ask where needed, or always show the list.',
  ],
  [
    'result-type',
    'wallet | connector',
    'wallet',
    '`connector` only names the chosen wallet and connects nothing.',
  ],
  ['project-id', 'string', '', 'WalletConnect project id.'],
  ['relay-url', 'string', 'wss://relay.walletconnect.org', 'Address of the WalletConnect relay.'],
  ['deep-link', 'native | universal', 'native', 'How wallet apps on a phone are opened.'],
  ['web-wallet-url', 'string', 'the provider’s', 'Origin of the e-mail wallet.'],
  ['web-wallet-mode', 'popup | iframe', 'popup', 'How the e-mail wallet is shown.'],
  ['qr-modal', 'inline | walletconnect', 'inline', 'Whose QR code is shown.'],
  [
    'sign-in',
    'off | on-connect',
    'off',
    '`on-connect`: connecting is complete only after the signature that proves whose account it is.',
  ],
  ['api-url', 'string', '', 'Base address of the API that issues nonces and verifies signatures.'],
  [
    'theme',
    'system | dark | light',
    'stored choice, else system',
    '`system` follows the visitor’s preference, live.',
  ],
  [
    'theme-storage-key',
    'string',
    'theme',
    'Key in local storage under which the page keeps the visitor’s choice of theme.',
  ],
  [
    'font-href',
    'string',
    '',
    'A font stylesheet, loaded when the list first opens. Off by default: no third party hears of a visitor who has not asked for a wallet.',
  ],
  ['show-balance', 'boolean', '', 'Shows the balance in the connected button.'],
  ['size', 'medium | small | large', 'medium', 'Height of the button: 36, 44 or 52 px.'],
  ['store', 'string', 'default', 'Elements with the same store name share one session.'],
  [
    'preload',
    'intent | idle | click',
    'intent',
    'When the rest is fetched: on pointer, focus or touch; after the page’s load; on click.',
  ],
  ['disabled', 'boolean', '', 'The button cannot be used.'],
  ['lang', 'string', 'of the nearest ancestor', 'Language of all texts; the writing direction follows.'],
]

/** [name, type, description, read-only] */
export const properties = [
  [
    'networks',
    'readonly NetworkConfig[] | undefined',
    'Networks the page brings along: chainId, name, rpcUrls, privateCustomerRpcUrls, nativeCurrency, blockExplorerUrls.',
  ],
  ['connectors', 'readonly Connector[] | undefined', 'Own connectors, added or replacing.'],
  ['storage', 'StorageLike | undefined', 'Where sessions are remembered; local storage by default.'],
  [
    'signInAdapter',
    'SignInAdapter | undefined',
    'How the page reaches its own server, where it is not the API of `api-url`: getNonce, verify, signOut, and getSession for reloads.',
  ],
  ['state', 'WalletState', 'Everything, `state.connections` among it.', true],
  ['status', "'idle' | 'connecting' | 'connected'", 'The short form of the state.', true],
  ['account', 'string | null', 'Account of the active connection.', true],
  ['chainId', 'ChainId | null', 'Chain of the active connection, CAIP-2.', true],
  ['wallet', 'WalletEntity | null', 'The connected wallet.', true],
  ['provider', 'unknown', 'The EIP-1193 provider or the Starknet wallet object.', true],
  ['client', 'WalletClient | null', 'The headless client behind the element.', true],
]

/** [name, parameters, return type, description] */
export const methods = [
  ['open', '', 'Promise<void>', 'Shows the list of wallets.'],
  ['close', '', 'Promise<void>', 'Hides it.'],
  [
    'connect',
    'options?: ConnectOptions',
    'Promise<ConnectResult>',
    'Connects a wallet; both fields are null when the visitor closed the list.',
  ],
  [
    'disconnect',
    'options?: { namespace? }',
    'Promise<void>',
    'Ends the session and removes its stored keys.',
  ],
  ['signMessage', 'message: string', 'Promise<string | string[]>', 'Signs a text.'],
  ['signTypedData', 'typedData: unknown', 'Promise<string | string[]>', 'Signs EIP-712 or SNIP-12 data.'],
  ['execute', 'calls, options?', 'Promise<{ transactionHash }>', 'Executes calls on Starknet.'],
  [
    'waitForTransaction',
    'hash: string',
    'Promise<TransactionReceipt>',
    'Waits until a transaction was accepted or reverted.',
  ],
  [
    'switchChain',
    '{ chainId }',
    'Promise<void>',
    'Switches the wallet’s chain, and resolves when it is there.',
  ],
  ['addChain', 'params: AddChainParams', 'Promise<void>', 'Offers the wallet a chain.'],
  ['watchAsset', 'params: WatchAssetParams', 'Promise<void>', 'Offers the wallet a token to show.'],
  ['getBalance', 'token?: string', 'Promise<Balance>', 'The native balance, or a token’s.'],
  [
    'getStarknetAccount',
    '',
    'Promise<WalletAccount>',
    'A starknet.js account on the connected Starknet wallet.',
  ],
  [
    'signIn',
    '',
    'Promise<SignInDetail>',
    'Proves to the page’s server whose account is connected. A refusal leaves the visitor connected and not signed in.',
  ],
  ['signOut', '', 'Promise<SignInDetail | null>', 'Ends the server’s session.'],
]

/** [name, detail, description] */
export const events = [
  [
    'wallet_connecting',
    '{ walletId, namespace }',
    'A wallet was picked. Cancelable: `preventDefault()` calls it off.',
  ],
  ['wallet_connected', '{ walletId, namespace, account, chainId, restored }', 'A wallet is connected.'],
  [
    'wallet_changed',
    '{ namespace, account, chainId, previous }',
    'Account or chain have changed; on an unknown Starknet network without account and chainId.',
  ],
  ['wallet_disconnected', '{ walletId, namespace, reason }', 'Reason: user, wallet, expired or replaced.'],
  [
    'wallet_signed_in',
    '{ address, chainId, namespace, message, signature, verified }',
    'The server has verified the signature, or, without message and signature, still knows the visitor after a reload.',
  ],
  [
    'wallet_signed_out',
    '{ address, chainId, namespace }',
    'By signOut, or since the account has changed or the wallet was disconnected.',
  ],
  [
    'wallet_transaction',
    '{ transactionHash, chainId, status }',
    'A transaction was sent, accepted or reverted.',
  ],
  [
    'wallet_error',
    '{ code, message, error }',
    'Something failed; the promise of the call rejects with the same error.',
  ],
  ['wallet_modal_opened', '{}', 'The list is on screen.'],
  ['wallet_modal_closed', '{ choice }', 'The list is gone; `choice` is the id of the wallet, or null.'],
]

export const parts = ['button', 'label', 'icon', 'spinner', 'avatar', 'menu']
export const states = ['connecting', 'connected', 'open']

/** [name, description] */
export const cssProperties = [
  ['--wcb-accent', 'Colour of the button and of what is selected.'],
  ['--wcb-accent-text', 'Text on it.'],
  ['--wcb-background', 'Background of the list and the menu.'],
  ['--wcb-surface', 'Background of rows.'],
  ['--wcb-text', 'Text.'],
  ['--wcb-muted', 'Quieter text.'],
  ['--wcb-border', 'Lines.'],
  ['--wcb-error', 'Text of errors.'],
  ['--wcb-shadow', 'Shadow of the list and the menu.'],
  ['--wcb-overlay', 'Colour over the page while the list is open.'],
  ['--wcb-radius', 'Roundness of corners.'],
  ['--wcb-font', 'Font family.'],
]
