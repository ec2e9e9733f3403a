import { hold } from './figures.mjs'
import { visitReturning } from './visit.mjs'

/** A session of a phone as the relay's client stores it: made up, because no page asks the relay for it here. */
const TOPIC = 'ab'.repeat(32)
const KEY = 'cd'.repeat(32)
const SECOND = 1_000
const WEEK = 604_800
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const phoneSession = () => [
  {
    topic: TOPIC,
    pairingTopic: TOPIC,
    relay: { protocol: 'irn' },
    expiry: Math.floor(Date.now() / SECOND) + WEEK,
    acknowledged: true,
    controller: KEY,
    self: { publicKey: KEY, metadata: { name: 'bench', description: '', url: '', icons: [] } },
    peer: { publicKey: KEY, metadata: { name: 'Phone', description: '', url: '', icons: [] } },
    namespaces: {
      eip155: {
        accounts: [`eip155:1:${ACCOUNT}`],
        methods: ['personal_sign', 'eth_sendTransaction'],
        events: [],
        chains: ['eip155:1'],
      },
    },
    requiredNamespaces: {},
    optionalNamespaces: {},
  },
]

const OURS = (more) => `<wallet-connect-button ${more}></wallet-connect-button>`

/** The pages of a returning visitor, and what the visitor's browser has stored. */
export const RETURNS = [
  {
    name: 'return-bare',
    script: '/returning-bare.js',
    tag: '<returning-floor></returning-floor>',
    stored: { floor: 'example.alpha.wallet' },
  },
  {
    name: 'return-start',
    script: '/returning-start.js',
    tag: '<returning-floor></returning-floor>',
    stored: { floor: 'example.alpha.wallet' },
  },
  {
    name: 'return-evm',
    script: '/dist/embed.js',
    tag: OURS('chains="eip155:1"'),
    stored: { 'wcb.1:default:reconnect': 'eip155=example.alpha.wallet' },
  },
  {
    name: 'return-starknet',
    script: '/dist/embed.js',
    tag: OURS('chains="starknet:SN_MAIN"'),
    stored: { 'wcb.1:default:reconnect': 'starknet=braavos' },
  },
  {
    name: 'return-phone',
    script: '/dist/embed.js',
    tag: OURS(`chains="eip155:1" project-id="${'0'.repeat(32)}"`),
    stored: {
      'wcb.1:default:reconnect': 'eip155=walletConnect',
      'wcb.1:default:walletconnect:account': ACCOUNT,
      'wcb.1:default:walletconnect:chain': 'eip155:1',
      'wcb.1:default:walletconnect:topic': TOPIC,
      'wc@2:client:0.3:wcb-evm//session': phoneSession,
      'wc@2:core:0.3:wcb-evm//keychain': () => ({ [TOPIC]: KEY, [KEY]: KEY }),
    },
  },
]

/** What {@link RETURNS} store, as text. */
export const readStored = ({ stored }) =>
  Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [
      key,
      typeof value === 'function' ? JSON.stringify(value()) : value,
    ]),
  )

/** A visitor who is still connected. */
export const comeBack = (isSlowLine) => (bench, page, rate) =>
  visitReturning(bench, { page, stored: readStored(page), rate, isSlowLine }, isSlowLine ? 'Slow' : '')

const MOST_BYTES = { evm: 64_000, starknet: 76_000 }
const MOST_FILES = 5
/** How much later than by a bare script. */
const LATER = 1.5

/** Holds a returning visitor's page to the limits. */
export function judgeReturns(samples) {
  const read = (name, rate, metric) => samples.median(name, rate, metric)
  const times = (rate, metric) => read('return-evm', rate, metric) / read('return-bare', rate, metric)
  const ours = ['return-evm', 'return-starknet', 'return-phone']
  const each = (metric) => ours.flatMap((name) => [1, 4].map((rate) => samples.most(name, metric, rate)))
  const weigh = (name) => samples.weighFiles(name, 'filesToAccount')[1]
  const bare = 'of a bare script'
  return [
    hold(
      'returning visitor: JavaScript until the account is shown, EVM wallet in the page',
      'bytes of gzip',
      [weigh('return-evm')],
      MOST_BYTES.evm,
    ),
    hold(
      'returning visitor: files until the account is shown, EVM wallet in the page',
      'files',
      [samples.countFiles('return-evm', 'filesToAccount')],
      MOST_FILES,
    ),
    hold(
      'returning visitor: JavaScript until the account is shown, Starknet wallet in the page',
      'bytes of gzip',
      [weigh('return-starknet')],
      MOST_BYTES.starknet,
    ),
    hold(
      'returning visitor: files of the relay’s client until a phone’s account is shown',
      'files',
      [samples.countFiles('return-phone', 'relayFiles')],
      0,
    ),
    hold('returning visitor: account shown, at full speed', bare, [times(1, 'shown')], LATER),
    hold(
      'returning visitor: account shown, processor slowed down four times',
      bare,
      [times(4, 'shown')],
      LATER,
    ),
    hold(
      'returning visitor: account shown, processor slowed down four times, on a line of 9 Mbit/s',
      bare,
      [times(4, 'shownSlow')],
      LATER,
    ),
    hold('returning visitor: frames that show the idle button', 'frames', each('idle'), 0),
    hold('returning visitor: layout shift', '', each('shift'), 0),
  ]
}
