import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { startRelay } from '../counterparts/relay.js'
import { startPhone } from '../counterparts/relay-phone.js'
import { createEvmApp } from '../counterparts/relay-phone-evm.js'

/** A program in plain Node: it prints a code to scan, then the account, then a signature. */
const program = (relayUrl: string) => `
  import { createWalletClient } from './dist/client.js'
  const client = createWalletClient({
    appName: 'Program', chains: 'eip155:1', wallets: 'walletConnect',
    projectId: '0123456789abcdef0123456789abcdef', relayUrl: '${relayUrl}',
  })
  let shown
  client.subscribe(() => {
    const { attempt } = client.getState()
    if (!attempt?.uri || attempt.uri === shown) return
    shown = attempt.uri
    console.log(shown)
  })
  const { wallet } = await client.connect({ walletId: 'walletConnect' })
  console.log(wallet.account)
  console.log(await client.signMessage('from Node'))
  await client.disconnect()
  process.exit(0)`

test('the headless client reaches a phone over the relay in plain Node (Y07)', async () => {
  const relay = await startRelay()
  const app = createEvmApp({ nodes: { 1: 'http://127.0.0.1:1' } })
  const phone = await startPhone({ relayUrl: relay.url, ...app })
  // Node 25 and newer warn whoever looks for a localStorage, which it has only with a flag.
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module']
  const child = spawn(process.execPath, [...options, '-e', program(relay.url)])
  let problems = ''
  child.stderr.on('data', (text) => {
    problems += text
  })
  const printed: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line)
    if (line.startsWith('wc:')) phone.pair(line).catch(() => {})
  }
  await phone.stop()
  await relay.stop()
  expect(problems).toBe('')
  expect(printed).toEqual([
    expect.stringMatching(/^wc:/),
    app.addresses[0],
    expect.stringMatching(/^0x[0-9a-f]{130}$/),
  ])
})
