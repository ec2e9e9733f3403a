import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'
import { SiweMessage } from 'siwe'
import { recoverMessageAddress, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { compareAccounts } from './server-accounts.mjs'

/**
 * `npm run bench:server`: measures how many proofs a second this package and others verify, one after the other in one
 * run: keys (viem, siwe), contract accounts (viem) and Starknet accounts (starknet.js). It also measures how much memory
 * floods of requests need, and how much is read of a body that is too large. Then 10,000 visitors sign in at two processes
 * on Redis and on Postgres, one of which is killed after each 500, and once more without kills, for the size of their heaps (`KILLS=only` measures this alone).
 */
const ROUNDS = 400

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const heap = () => {
  collect()
  return process.memoryUsage().heapUsed
}

const folder = await mkdtemp(join('node_modules', '.load-'))
const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external' }
const load = async (entry, name) => {
  const outfile = join(folder, name)
  await build({ entryPoints: [entry], outfile, ...options })
  return import(pathToFileURL(outfile).href)
}
const server = await load('src/exports/server.ts', 'server.mjs')
const { createSignIn, createSignInHandler, formatSignInMessage } = server
const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'] })

/** Sign-ins at two processes, and how many there are from one kill to the next. */
const [SIGN_INS, EVERY] = [10_000, 500]
const { measureKills } = await load('test/bench/server-kills.ts', 'kills.mjs')
const faults = []
console.log(
  '| store | sign-ins | kills | twice | lost | unheard | sessions lost | a second |\n|---|---|---|---|---|---|---|---|',
)
for (const store of ['Redis', 'Postgres']) {
  const { signIns, kills, double, lost, unheard, lostSessions, perSecond } = await measureKills(
    store,
    SIGN_INS,
    EVERY,
  )
  console.log(`| ${[store, signIns, kills, double, lost, unheard, lostSessions, perSecond].join(' | ')} |`)
  if (double + lost + lostSessions > 0) faults.push(`${store} has lost or repeated a sign-in`)
}
/** How much the heaps of both processes may grow for each sign-in after the first point, in kB. */
const GROWTH = 0.1
console.log(
  '\n| store | heaps of both processes after 1,000, 4,000, 7,000 and 10,000 sign-ins, kB | kB a sign-in |\n|---|---|---|',
)
for (const store of ['Redis', 'Postgres']) {
  const { heaps } = await measureKills(store, SIGN_INS, null)
  const growth = (heaps.at(-1) - heaps[0]) / (SIGN_INS * 0.9)
  console.log(`| ${store} | ${heaps.join(', ')} | ${growth.toFixed(2)} |`)
  if (growth > GROWTH) faults.push(`the heaps of the processes on ${store} grow`)
}
if (process.env.KILLS === 'only') {
  await rm(folder, { recursive: true })
  process.exit(faults.length)
}

async function prove() {
  const account = privateKeyToAccount(generatePrivateKey())
  const { nonce } = await signIn.issueNonce()
  const { address } = account
  const issuedAt = new Date().toISOString()
  const fields = {
    domain: 'shop.example',
    address,
    uri: 'https://shop.example/',
    version: '1',
    chainId: 1,
    nonce,
    issuedAt,
  }
  const message = formatSignInMessage(fields)
  const signature = await account.signMessage({ message })
  return { namespace: 'eip155', chainId: 'eip155:1', address, message, signature }
}

/** Runs each way on the same proofs, by turns, so that the machine's load affects all alike. */
async function compare(ways, given) {
  const times = new Map(Object.keys(ways).map((name) => [name, []]))
  for (const proof of given) {
    for (const [name, verify] of Object.entries(ways)) {
      const before = performance.now()
      await verify(proof)
      times.get(name).push(performance.now() - before)
    }
  }
  return [...times].map(([name, list]) => {
    const sorted = list.slice(50).sort((a, b) => a - b)
    const mean = sorted.reduce((sum, time) => sum + time, 0) / sorted.length
    return {
      name,
      perSecond: Math.round(1_000 / mean),
      p99: sorted[Math.floor(sorted.length * 0.99)].toFixed(2),
    }
  })
}

const proofs = []
for (let round = 0; round < ROUNDS; round++) proofs.push(await prove())
const rows = await compare(
  {
    'wallet-connect-button': (proof) => signIn.verify(proof),
    'viem verifyMessage': (proof) => verifyMessage(proof),
    'viem recoverMessageAddress': (proof) => recoverMessageAddress(proof),
    siwe: ({ message, signature }) => new SiweMessage(message).verify({ signature, domain: 'shop.example' }),
  },
  proofs,
)
function print(title, table) {
  console.log(`\n| ${title} | a second | p99, ms |\n|---|---|---|`)
  for (const { name, perSecond, p99 } of table) console.log(`| ${name} | ${perSecond} | ${p99} |`)
}
print('keys', rows)
const tools = await load('test/bench/server-counterparts.ts', 'counterparts.mjs')
const { contracts, starknet } = await compareAccounts(server, tools, compare)
print('contract accounts, ERC-1271', contracts)
print('Starknet accounts', starknet)

const before = heap()
for (let i = 0; i < 1_000_000; i++) await signIn.issueNonce()
const nonces = (heap() - before) / 1_024
const bad = { ...proofs[0], signature: `0x${'11'.repeat(65)}` }
const middle = heap()
for (let i = 0; i < 20_000; i++)
  await signIn
    .verify({ ...bad, message: bad.message.replace(/Nonce: .*/, `Nonce: n${i}nonceNonceNonceNonce`) })
    .catch(() => {})
const refused = (heap() - middle) / 1_024
const handle = createSignInHandler(signIn)
const read = await readOfTenMegabytes()

/** Posts ten megabytes that do not tell their length. @returns how many kB were taken */
async function readOfTenMegabytes() {
  let taken = 0
  const part = new Uint8Array(16_384).fill(97)
  const body = new ReadableStream(
    {
      pull(controller) {
        taken += part.length
        controller.enqueue(part)
        if (taken > 10 * 1_024 * 1_024) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { 'content-type': 'application/json', origin: 'https://shop.example' }
  const { status } = await handle(
    new Request('https://shop.example/verify', { method: 'POST', headers, body, duplex: 'half' }),
  )
  if (status !== 413) throw new Error(`ten megabytes were answered with ${status}`)
  return taken / 1_024
}
console.log(
  `\na million unused nonces: ${nonces.toFixed(0)} kB\n20,000 bad proofs: ${refused.toFixed(0)} kB\nread of a body of 10 MB: ${read.toFixed(0)} kB`,
)

const [ours, viem] = rows
const failed = [
  ...faults,
  ours.perSecond < viem.perSecond && 'keys are verified more slowly than by viem',
  nonces > 1_024 && 'a million unused nonces cost more than 1 MB',
  refused > 1_024 && 'bad proofs stay in memory',
  read > 64 + 16 && 'more than 64 kB of a body is read',
].filter(Boolean)
console.log(failed.length === 0 ? '\nPASS' : `\nFAIL: ${failed.join('; ')}`)
await rm(folder, { recursive: true })
process.exit(failed.length === 0 ? 0 : 1)
