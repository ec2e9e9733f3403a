import { type Phone, type PhoneRequest, startPhone } from '../../test/counterparts/relay-phone.js'
import { createEvmApp } from '../../test/counterparts/relay-phone-evm.js'
import { createStarknetApp } from '../../test/counterparts/relay-phone-starknet.js'
import type { DemoNode } from '../nodes.js'
import { STARKNET_KEYS, STARKNET_PATH } from '../sign-in/starknet.js'

/** A question of the phone to its owner. */
export interface PhoneQuestion {
  title: string
  /** The site, or the chain. */
  place: string
  /** The full content of the request. */
  text: string
}

/** Asks the phone's owner. */
export type Ask = (question: PhoneQuestion) => Promise<boolean>

const TITLES: Record<string, string> = {
  personal_sign: 'Sign this message?',
  eth_signTypedData_v4: 'Sign this data?',
  eth_sendTransaction: 'Send this transaction?',
  starknet_signTypedData: 'Sign this data?',
  starknet_requestAddInvokeTransaction: 'Send this transaction?',
}

function decode(hex: string): string {
  const pairs = hex.slice(2).match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)))
}

/** The content of a request: the message, the typed data, the calls. */
function readSubject(method: string, params: unknown): unknown {
  const list = params as string[]
  if (method === 'personal_sign') return decode(list[0] ?? '')
  if (method === 'eth_signTypedData_v4') return JSON.parse(list[1] ?? '{}').message
  return method === 'starknet_signTypedData' ? (params as { typedData: object }).typedData : params
}

/** Describes a request in words. */
function describe({ method, params, chainId }: PhoneRequest): PhoneQuestion {
  const subject = readSubject(method, params)
  const text = typeof subject === 'string' ? subject : JSON.stringify(subject, null, 2)
  return { title: TITLES[method] ?? method, place: chainId, text }
}

/**
 * Starts the demo's phone: a wallet app with test keys for the local chains of both namespaces, at the other end of the
 * relay.
 */
export function startDemoPhone(relayUrl: string, nodes: readonly DemoNode[], ask: Ask): Promise<Phone> {
  const name = 'Demo phone'
  const evm = createEvmApp({
    name,
    nodes: Object.fromEntries(nodes.map(({ chainId, rpcUrl }) => [chainId, rpcUrl])),
  })
  const starknet = createStarknetApp({
    name,
    spelling: 'registry',
    privateKeys: STARKNET_KEYS,
    nodes: { SN_SEPOLIA: location.origin + STARKNET_PATH },
  })
  return startPhone({
    name,
    metadata: { url: location.origin },
    relayUrl,
    storagePrefix: 'demo-phone',
    grant: (proposal) =>
      (proposal.optionalNamespaces.starknet ?? proposal.requiredNamespaces.starknet)
        ? starknet.grant(proposal)
        : evm.grant(proposal),
    answer: (request) => (request.chainId.startsWith('starknet:') ? starknet : evm).answer(request),
    onProposal: ({ proposer: { metadata } }) =>
      ask({
        title: 'Connect to this site?',
        place: metadata.name,
        text: [metadata.description, metadata.url].filter(Boolean).join('\n'),
      }),
    onRequest: (request) => ask(describe(request)),
  })
}
