import type { SessionTypes } from '@walletconnect/types'
import { readField } from '../../../errors/normalise.js'
import { createSignInError } from '../../../errors/sign-in-error.js'
import type { ChainId } from '../../../protocol/caip2.js'
import { readEvmAddress } from '../../../protocol/evm-address.js'
import { hashPersonalMessage, readHex, recoverAddress } from '../../../protocol/evm-signature.js'
import type { OnePromptProof } from '../../../protocol/one-prompt.js'
import { type ReadCacao, readCacao } from '../../../protocol/siwe/cacao.js'
import { parseSignInMessage } from '../../../protocol/siwe/message.js'
import { checkRecap, findRecap, readAbilities } from '../../../protocol/siwe/recap.js'
import { MAX_ACCOUNTS } from '../../limits.js'
import { RELAY_EVENTS } from '../../relay/family.js'
import type { StoredSession } from '../../relay/stored-sessions.js'

/** What the page has asked a wallet to sign for. */
export interface AskedMessage {
  chains: readonly ChainId[]
  methods: readonly string[]
}

/** A wallet's answer to `wc_sessionAuthenticate`. */
export interface ReadAnswer {
  /** The wallet. */
  responder: StoredSession['peer']
  /** What its ReCaps grant. */
  namespaces: SessionTypes.Namespaces
  proofs: OnePromptProof[]
  /** The first of the asked chains that it has signed for. */
  chainId: ChainId | undefined
}

const invalid = (detail: string) => createSignInError('message_invalid', `CACAO: ${detail}`)

/** Checks a key's signature. A contract's signature is for the server, which has a node. @throws WalletError `signature_invalid` */
function checkSignature({ text, address, signature, isByKey }: ReadCacao): void {
  if (!isByKey) return
  const bytes = readHex(signature)
  if (!bytes || recoverAddress(hashPersonalMessage(text), bytes) !== readEvmAddress(address))
    throw createSignInError('signature_invalid')
}

/** What one message grants, within what was asked. @throws WalletError `message_invalid` */
function readGranted({ text, chain }: ReadCacao, { chains, methods }: AskedMessage) {
  const message = parseSignInMessage(text)
  checkRecap(message)
  const recap = findRecap(message.resources)
  const granted = { methods: [] as string[], chains: [`eip155:${chain}`] }
  for (const { resource, ability, limits } of recap ? readAbilities(recap) : []) {
    const [namespace, method = ''] = ability.split('/')
    if (resource !== 'eip155' || namespace !== 'request') continue
    granted.methods.push(method)
    granted.chains.push(...limits.flatMap((limit) => [limit.chains].flat().map(String)))
  }
  return {
    methods: methods.filter((method) => granted.methods.includes(method)),
    chains: chains.filter((one) => granted.chains.includes(one)),
  }
}

function readResponder(value: unknown): StoredSession['peer'] {
  const publicKey = readField(value, 'publicKey')
  const metadata = readField(value, 'metadata')
  const name = readField(metadata, 'name')
  if (!/^[0-9a-f]{64}$/.test(String(publicKey)) || typeof name !== 'string') throw invalid('responder')
  return { publicKey, metadata } as StoredSession['peer']
}

/**
 * Reads and checks what a wallet has answered. Whether the messages are the page's own is checked when the sign-in begins.
 *
 * @throws WalletError `message_invalid`, `message_too_long`, `signature_invalid`
 */
export function readAnswer(answer: unknown, asked: AskedMessage): ReadAnswer {
  const responder = readResponder(readField(answer, 'responder'))
  const list = readField(answer, 'cacaos')
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_ACCOUNTS) throw invalid('no list')
  const cacaos = list.map(readCacao)
  const accounts = new Set<string>()
  const methods = new Set<string>()
  for (const cacao of cacaos) {
    const granted = readGranted(cacao, asked)
    for (const method of granted.methods) methods.add(method)
    checkSignature(cacao)
    for (const chain of granted.chains) accounts.add(`${chain}:${cacao.address}`)
  }
  return {
    responder,
    namespaces: {
      eip155: {
        chains: asked.chains.filter((chain) => [...accounts].some((one) => one.startsWith(`${chain}:`))),
        accounts: [...accounts],
        methods: [...methods],
        events: RELAY_EVENTS,
      },
    },
    proofs: cacaos.map(({ text, address, signature }) => ({ message: text, address, signature })),
    chainId: asked.chains.find((chain) => cacaos.some((one) => chain === `eip155:${one.chain}`)),
  }
}
