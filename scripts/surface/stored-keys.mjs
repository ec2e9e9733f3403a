const ENDS = 'the visitor disconnects in any tab, or connects another wallet instead'

/** What is stored in the visitor's browser, for docs/privacy.md: names, content, and until when. */
export const STORED_KEYS = [
  ['`theme` (`theme-storage-key`)', 'the button only reads it; the page writes it', ''],
  ['`wcb.1:STORE:reconnect`', 'the ids of the connected wallets, the active one first', ENDS],
  ['`wcb.1:STORE:width`', 'how wide the connected button was', ENDS],
  [
    '`wcb.1:STORE:missing`',
    'on how many visits in a row a wallet was not there',
    'the wallet is there again, after five visits, or when the visitor disconnects or connects another wallet',
  ],
  [
    '`wcb.1:server`',
    'a word; it tells other tabs that a sign-in or its end has changed the server’s session',
    'it is removed at once',
  ],
  [
    '`wcb.1:STORE:WALLET:account`, `wcb.1:STORE:WALLET:chain`, `wcb.1:STORE:WALLET:topic`, `wcb.1:STORE:WALLET:switched`',
    'account and chain; for a wallet on a phone the name of its session; whether the visitor has switched the network; never a key or a signature',
    ENDS,
  ],
  [
    '`starknetLastConnectedWallet`, `gsw-last-TIME-RANDOM`',
    'the id of the last Starknet wallet, under the names that other libraries also use',
    'the visitor disconnects',
  ],
  [
    '`wc@2:client:0.3:wcb-evm//session`, `wc@2:core:0.3:wcb-evm//keychain`, `wc@2:client:0.3:wcb-starknet//session`, `wc@2:core:0.3:wcb-starknet//keychain`',
    'the sessions over the relay, and their keys',
    'the session ends, after a week at the latest',
  ],
  [
    '`wcb.1:STORE:codes`',
    'the codes for wallets on a phone that are on screen, and their keys, so that the next page hears an answer that comes when this page was closed',
    'the attempt is over; a code of which no page hears is of no use after five minutes, and the next visit deletes it',
  ],
  [
    '`wcb.1:STORE:ended`',
    'sealed messages for wallets on a phone that have not heard yet that their session has ended; no account, no name, no key',
    'the relay has the message, or the session’s week is over',
  ],
  [
    '`coinbase:STORE` in the database `wallet-connect-button` (IndexedDB)',
    'the session of the coinbase-style wallet; its secret is a key that no script can read',
    'the visitor disconnects',
  ],
]
