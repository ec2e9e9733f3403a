import { type Phone, type PhoneRequest, startPhone } from '../../test/counterparts/relay-phone.js'
import { createEvmApp } from '../../test/counterparts/relay-phone-evm.js'
import type { DemoNode } from '../nodes.js'

/** What the phone asks its owner. */
export type Ask = (title: string, text: string) => Promise<boolean>

/** Puts a request into words. */
function describe({ method, params, chainId }: PhoneRequest): string {
  const readable =
    method === 'personal_sign' ? decode((params as string[])[0] ?? '') : JSON.stringify(params, null, 2)
  return `${method} on ${chainId}\n\n${readable}`
}

function decode(hex: string): string {
  const pairs = hex.slice(2).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)))
}

/** Switches the demo's phone on: a wallet app with the local nodes' test keys, at the other end of the relay. */
export function startDemoPhone(relayUrl: string, nodes: readonly DemoNode[], ask: Ask): Promise<Phone> {
  const app = createEvmApp({
    name: 'Demo phone',
    nodes: Object.fromEntries(nodes.map(({ chainId, rpcUrl }) => [chainId, rpcUrl])),
  })
  return startPhone({
    ...app,
    relayUrl,
    storagePrefix: 'demo-phone',
    onProposal: ({ proposer }) =>
      ask('Connect to this site?', `${proposer.metadata.name}\n${proposer.metadata.url}`),
    onRequest: (request) => ask('Approve this request?', describe(request)),
  })
}
