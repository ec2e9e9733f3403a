/** Allowed words of the enumerated attributes; the first is the default. */
export const ENUMERATED: Record<string, string> = {
  mode: 'canAsk neverAsk alwaysAsk',
  'result-type': 'wallet connector',
  'deep-link': 'native universal',
  'web-wallet-mode': 'popup iframe',
  'qr-modal': 'inline walletconnect',
  'sign-in': 'off on-connect',
  theme: 'system dark light',
  size: 'medium small large',
  preload: 'intent idle click',
}

/** Attributes that are true by being there. */
export const BOOLEAN = ['show-balance', 'disabled']

/** What a text attribute means when it is absent. */
export const DEFAULTS: Record<string, string> = {
  chains: 'eip155:1 starknet:SN_MAIN',
  'relay-url': 'wss://relay.walletconnect.org',
  'theme-storage-key': 'theme',
  store: 'default',
}

/** All other attributes. `lang` is the platform's own and only watched. */
export const TEXT =
  'app-name app-description app-url app-icon label chains optional-chains wallets project-id relay-url web-wallet-url api-url theme-storage-key font-href store'.split(
    ' ',
  )

/** Every attribute that is watched. */
export const OBSERVED = [...Object.keys(ENUMERATED), ...BOOLEAN, ...TEXT, 'lang']

/** Properties without an attribute. */
export const STRUCTURED = ['networks', 'connectors', 'storage']

/** Properties that only tell. */
export const READ_ONLY = ['state', 'status', 'account', 'chainId', 'wallet', 'provider', 'client']

/** Methods that are answered by the part that is loaded when it is first needed. */
export const METHODS =
  'open close connect disconnect signMessage signTypedData execute waitForTransaction switchChain addChain watchAsset getBalance'.split(
    ' ',
  )

/** `app-name` → `appName`. */
export const toProperty = (attribute: string): string =>
  attribute.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** The value in force: the attribute's if it is one of the words, else the default. */
export const readEnumerated = (name: string, value: string | null): string => {
  const words = (ENUMERATED[name] as string).split(' ')
  return value !== null && words.includes(value) ? value : (words[0] as string)
}
