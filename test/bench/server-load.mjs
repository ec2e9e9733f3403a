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

/**
 * `npm run bench:server`: measures how many key proofs a second this package, viem and siwe verify, one after the other
 * in one run, and how much memory floods of requests need.
 */
const ROUNDS = 400

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const heap = () => {
  collect()
  return process.memoryUsage().heapUsed
}

const folder = await mkdtemp(join('node_modules', '.load-'))
const outfile = join(folder, 'server.mjs')
const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile }
await build({ entryPoints: ['src/exports/server.ts'], ...options })
const { createSignIn, formatSignInMessage } = await import(pathToFileURL(outfile).href)
const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'] })

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
console.log('| keys | a second | p99, ms |\n|---|---|---|')
for (const { name, perSecond, p99 } of rows) console.log(`| ${name} | ${perSecond} | ${p99} |`)

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
console.log(`\na million unused nonces: ${nonces.toFixed(0)} kB\n20,000 bad proofs: ${refused.toFixed(0)} kB`)

const [ours, viem] = rows
const failed = [
  ours.perSecond < viem.perSecond && 'keys are verified more slowly than by viem',
  nonces > 1_024 && 'a million unused nonces cost more than 1 MB',
  refused > 1_024 && 'bad proofs stay in memory',
].filter(Boolean)
console.log(failed.length === 0 ? '\nPASS' : `\nFAIL: ${failed.join('; ')}`)
await rm(folder, { recursive: true })
process.exit(failed.length === 0 ? 0 : 1)
