import { readField, toWalletError } from '../../errors/normalise.js'
import { within } from '../../platform/time.js'
import { withinOrReturn } from '../../platform/visitor.js'
import { type ChainId, readEvmChainId } from '../../protocol/caip2.js'
import { toEvmHex } from '../../protocol/evm-hex.js'
import type { OnePrompt, OnePromptFields, OnePromptProof } from '../../protocol/one-prompt.js'
import type { ConnectorConfig } from '../config.js'
import type { ConnectRequest } from '../connector.js'
import { readAccounts } from './accounts.js'
import { ask, type PinnedProvider } from './provider.js'

/** How long a wallet may take to say what it can do, in ms. A wallet that lacks the question may never answer it. */
const ANNOUNCE_TIMEOUT = 500

/**
 * Whether a wallet asks for its permission before it says what it can do, and so would ask twice. Keplr does, and does not
 * have the method.
 */
const asksBefore = (provider: object): boolean => readField(provider, 'isKeplr') === true

/** Wallets that have not connected by this method: on this page they are not asked by it again. */
const unable = new WeakSet<object>()

/** Whether a wallet's capabilities (EIP-5792) include the sign-in of ERC-7846, on any chain. */
function announcesSignIn(capabilities: unknown): boolean {
  if (typeof capabilities !== 'object' || capabilities === null) return false
  return [capabilities, ...Object.values(capabilities)].some((each) => {
    const capability = readField(each, 'signInWithEthereum')
    const supported = readField(capability, 'supported')
    return capability === true || supported === true || supported === 'supported'
  })
}

/** The chains that a wallet may sign for: the chain that it will be on after connecting. */
function chooseChain(
  current: ChainId | null,
  wanted: ChainId | undefined,
  { chains, optionalChains }: Pick<ConnectorConfig, 'chains' | 'optionalChains'>,
): ChainId[] {
  const listed = [...chains, ...optionalChains].filter((chainId) => chainId.startsWith('eip155:'))
  const chain = wanted ?? (current && listed.includes(current) ? current : listed[0])
  return chain ? [chain] : []
}

/** The parameters of `wallet_connect` (ERC-7846). */
function toConnectParams({ chainId, ...fields }: OnePromptFields): unknown[] {
  const signInWithEthereum = { ...fields, chainId: toEvmHex(`eip155:${chainId}`) }
  return [{ version: '1', capabilities: { signInWithEthereum } }]
}

/** Reads the answer to `wallet_connect`. @returns null without accounts */
function readConnectAnswer(answer: unknown): { accounts: string[]; proofs: OnePromptProof[] } | null {
  const listed = readField(answer, 'accounts')
  if (!Array.isArray(listed)) return null
  const accounts = readAccounts(listed.map((each) => readField(each, 'address')))
  if (!accounts?.length) return null
  const proofs = listed.flatMap((each): OnePromptProof[] => {
    const signIn = readField(readField(each, 'capabilities'), 'signInWithEthereum')
    const [address, message, signature] = [
      readField(each, 'address'),
      readField(signIn, 'message'),
      readField(signIn, 'signature'),
    ]
    const isProof =
      typeof address === 'string' && typeof message === 'string' && typeof signature === 'string'
    return isProof ? [{ address, message, signature }] : []
  })
  return { accounts, proofs }
}

/**
 * Connects a wallet by `wallet_connect` (ERC-7846), which also signs in, if the wallet announces that it can.
 *
 * @returns the accounts, or null when the usual way follows: the wallet does not announce it, there is no
 * nonce, or it has answered with anything but accounts or a refusal
 * @throws WalletError `user_rejected`
 */
export async function connectAtOnce(
  provider: object,
  pinned: PinnedProvider,
  prompt: OnePrompt,
  { signal, chainId, config }: ConnectRequest,
): Promise<string[] | null> {
  if (unable.has(provider) || asksBefore(provider)) return null
  const nothing = () => null
  // A wallet may answer by a window, within the click: then nothing else is asked before the visitor has decided.
  const capabilities = await withinOrReturn(
    ask(pinned, 'wallet_getCapabilities'),
    ANNOUNCE_TIMEOUT,
    signal,
  ).catch((caught) => {
    const error = toWalletError(caught, 'connect_failed')
    if (error.code === 'user_rejected') throw error
  })
  if (!announcesSignIn(capabilities) || signal.aborted) return null
  const current = await within(
    ask(pinned, 'eth_chainId').then(readEvmChainId, nothing),
    ANNOUNCE_TIMEOUT,
    nothing,
  )
  if (signal.aborted) return null
  const fields = await prompt.write(chooseChain(current, chainId, config))
  if (!fields || signal.aborted) return null
  // Until it has answered: a visitor who gives up and tries again is asked in the usual way.
  unable.add(provider)
  let answer: unknown
  try {
    answer = await ask(pinned, 'wallet_connect', toConnectParams(fields))
  } catch (caught) {
    const error = toWalletError(caught, 'connect_failed')
    if (error.code !== 'user_rejected') return null
    unable.delete(provider)
    throw error
  }
  const read = readConnectAnswer(answer)
  if (!read) return null
  unable.delete(provider)
  if (!signal.aborted) prompt.take(read.proofs)
  return read.accounts
}
