import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))

const define = {
  __WCB_VERSION__: JSON.stringify(version),
  __WCB_PARTS__: 'undefined',
  'process.env.NODE_ENV': '"production"',
}

/** Unit tests without a clock or a page of their own. */
const PURE = [
  ...['protocol', 'chains', 'errors', 'server', 'testing', 'view', 'react', 'studio'].map(
    (folder) => `${folder}/**/*`,
  ),
  'sign-in/!(one-prompt|who.model)',
  'api/{adapter,codes,error,transports}',
  'client/{config,decide,machine,network-addresses,relation,same-content,session-records}',
  'connectors/evm/{announcement,balance,relay-grant}',
  'connectors/evm/coinbase/chains',
  'connectors/starknet/{addresses,last-wallet,mobile-wallet}',
  'connectors/starknet/web-wallet/{host,wire}',
  'platform/storage',
].map((name) => `test/unit/${name}.test.{ts,tsx}`)

/**
 * Browser tests that take long: each wallet and each way to connect at length, with its real counterpart; guides, the demo,
 * applications and other libraries; attacks, hosts of the script tag, a failing relay. They run in `npm run test:hosts`, so that
 * `npm test` takes five minutes and not ten.
 */
const LONG = `
  add-a-wallet coinbase coinbase-app colours costs demo/* evm-clients frames hostile-page many-wallets old-browsers
  one-prompt policy react-in-tag react/* relay-answers relay-faults relay-modal relay-return replaced-built-ins script-tag-places starknet storage
  two-tabs
  unmeant-clicks visit-costs wallets-in-page web-wallet web-wallet-attacks web-wallet-demo
`
  .trim()
  .split(/\s+/)
  .map((name) => `test/browser/${name}.test.ts`)

/** The compiler of Starknet's contracts runs in this one. It runs beside the hosts, for the same reason. */
const LONG_CHAIN = ['test/chain/snip12.test.ts']

/** Tests by which other tools read the package, or a guide is followed. They run there too. */
const LONG_PACKAGE = ['add-a-language', 'add-a-wallet', 'add-an-attribute', 'package', 'taste', 'types'].map(
  (name) => `test/package/${name}.test.ts`,
)

/** Much of these tests is waiting, for chains and browsers: four workers keep two cores busy. */
const WAITING = { maxWorkers: 4 }

/**
 * No test is to fail because the machine does something else as well: a limit only ends a test that hangs. So a poll waits ten seconds
 * for what it expects, not one, and a unit test may take a minute.
 */
const PATIENT = { setupFiles: ['test/patience.ts'], expect: { poll: { timeout: 10_000 } } }
const UNIT = {
  environment: 'node',
  pool: 'threads',
  maxWorkers: 3,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  ...PATIENT,
} as const

/** Where scripts/test.mjs reads how many tests have passed. */
const RESULTS = process.env.WCB_TEST_RESULTS

/** Each test has its own profile; what its file imports and the browser itself serve all files of a worker. */
const IN_CHROMIUM = {
  ...WAITING,
  isolate: false,
  env: { SHARES_CHROMIUM: 'true' },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  ...PATIENT,
}

export default defineConfig({
  define,
  test: {
    maxWorkers: 2,
    ...(RESULTS && {
      reporters: ['default', ['json', { outputFile: `${RESULTS}/${process.pid}.json` }]] as const,
    }),
    // In this file alone a wallet's own client may hear twice that a session has ended; then one of its promises rejects, and
    // nobody can catch it.
    onUnhandledError: (error) =>
      !String(Reflect.get(error, 'VITEST_TEST_PATH')).endsWith('test/hosts/phone-wallets.test.ts') ||
      !error.message.startsWith('Missing or invalid. Record was recently deleted'),
    projects: [
      {
        define,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          exclude: PURE,
          ...UNIT,
        },
      },
      {
        define,
        test: {
          // They touch nothing that the next file could find changed, and share what they import: a third of the time.
          name: 'unit-pure',
          include: PURE,
          ...UNIT,
          isolate: false,
        },
      },
      {
        define,
        test: {
          // Needs the network: what others install, and the example hosts.
          name: 'hosts',
          include: ['test/hosts/**/*.test.ts', ...LONG_CHAIN, ...LONG_PACKAGE],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          maxWorkers: 2,
          ...PATIENT,
        },
      },
      {
        define,
        test: {
          name: 'package',
          ...PATIENT,
          include: ['test/package/**/*.test.ts'],
          exclude: LONG_PACKAGE,
          testTimeout: 60_000,
          ...WAITING,
        },
      },
      {
        define,
        test: {
          name: 'chain',
          include: ['test/chain/**/*.test.ts'],
          exclude: LONG_CHAIN,
          ...WAITING,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...PATIENT,
        },
      },
      {
        define,
        test: { name: 'bench', include: ['test/bench/**/*.test.ts'], testTimeout: 120_000, maxWorkers: 1 },
      },
      {
        define,
        test: {
          name: 'servers',
          ...PATIENT,
          include: ['test/servers/**/*.test.ts'],
          globalSetup: ['test/servers/install-oidc.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        define,
        test: {
          name: 'gallery',
          ...PATIENT,
          include: ['test/gallery/**/*.test.ts'],
          // Many times what a walk takes: only a page that is never drawn should reach it.
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
      {
        define,
        test: {
          name: 'pictures',
          ...PATIENT,
          include: ['test/pictures/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        define,
        test: {
          name: 'engines',
          ...PATIENT,
          include: ['test/engines/**/*.test.ts'],
          // A browser starts for each test.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 1,
        },
      },
      {
        define,
        test: {
          name: 'wordpress',
          ...PATIENT,
          include: ['test/wordpress/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: 1,
        },
      },
      {
        define,
        test: {
          name: 'release',
          ...PATIENT,
          include: ['test/release/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        define,
        test: {
          name: 'site',
          ...PATIENT,
          include: ['test/site/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        define,
        test: { ...IN_CHROMIUM, name: 'browser', include: ['test/browser/**/*.test.ts'], exclude: LONG },
      },
      {
        define,
        test: {
          ...IN_CHROMIUM,
          name: 'long',
          include: LONG,
          // They run beside the hosts, with as many workers.
          maxWorkers: 2,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
