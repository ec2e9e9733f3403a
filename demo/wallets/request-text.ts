import type { StarknetPrompt, WalletPrompt } from '../../src/exports/testing.js'

/** The text of a request in a window: a heading, and lines of name and value. */
export interface RequestText {
  heading: string
  lines: [name: string, value: string][]
}

const asRecord = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
const first = (params: unknown): unknown => (Array.isArray(params) ? params[0] : params)

function readMessage(value: unknown): string {
  const text = String(value)
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(text)) return text
  const bytes = Uint8Array.from(text.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}

function readTypedData(value: unknown): RequestText['lines'] {
  const { domain, primaryType, message } = asRecord(typeof value === 'string' ? JSON.parse(value) : value)
  return [
    ['From', String(asRecord(domain).name ?? '')],
    [String(primaryType), JSON.stringify(message, null, 2)],
  ]
}

const toChain = (hex: unknown): string => `Chain ${Number(hex)}`
const toEther = (hex: unknown): string => `${Number(BigInt(String(hex ?? '0x0'))) / 1e18} ETH`

/** Describes a wallet's request in words. */
export function describeRequest({ kind, method, params, chainId, accounts }: WalletPrompt): RequestText {
  const one = asRecord(first(params))
  switch (kind) {
    case 'unlock':
      return { heading: 'Unlock the wallet?', lines: [] }
    case 'connect':
      return { heading: 'Connect to this site?', lines: [['Account', accounts.join('\n')]] }
    case 'sign':
      return {
        heading: 'Sign this message?',
        lines:
          method === 'personal_sign'
            ? [['Message', readMessage(first(params))]]
            : readTypedData(Array.isArray(params) ? params[1] : params),
      }
    case 'send':
      return {
        heading: 'Send this transaction?',
        lines: [
          ['To', String(one.to ?? 'a new contract')],
          ['Value', toEther(one.value)],
        ],
      }
    case 'switch':
      return {
        heading: 'Switch the network?',
        lines: [
          ['From', toChain(chainId)],
          ['To', toChain(one.chainId)],
        ],
      }
    case 'add':
      return {
        heading: 'Add this network?',
        lines: [
          ['Name', String(one.chainName)],
          ['Network', toChain(one.chainId)],
          ['Node', String(first(one.rpcUrls))],
        ],
      }
    case 'watch': {
      const token = asRecord(asRecord(Array.isArray(params) ? params[0] : params).options)
      return {
        heading: 'Show this token?',
        lines: [
          ['Symbol', String(token.symbol ?? '')],
          ['Contract', String(token.address)],
        ],
      }
    }
  }
}

/** Describes a Starknet wallet's request in words. */
export function describeStarknetRequest({ kind, params }: StarknetPrompt): RequestText {
  switch (kind) {
    case 'sign':
      return { heading: 'Sign this message?', lines: readTypedData(params) }
    case 'execute':
      return { heading: 'Send this transaction?', lines: [['Calls', JSON.stringify(params, null, 2)]] }
    case 'connect':
    case 'unlock':
      return { heading: 'Connect to this site?', lines: [] }
    default:
      return { heading: 'Allow this?', lines: [['Request', JSON.stringify(params, null, 2)]] }
  }
}
