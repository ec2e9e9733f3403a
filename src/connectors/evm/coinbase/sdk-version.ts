/** Version of `@coinbase/wallet-sdk` that the wallet's pages see. package.json pins it, because we use its internals. */
export const COINBASE_SDK_VERSION = '4.4.0'
