import type { AuthTypes } from '@walletconnect/types'
import type { ChainId } from '../../../protocol/caip2.js'
import type { OnePromptFields } from '../../../protocol/one-prompt.js'
import { MAX_MESSAGE } from '../../../protocol/siwe/message.js'
import { createRecap, tellAbilities } from '../../../protocol/siwe/recap.js'
import type { ConnectorConfig } from '../../config.js'
import { evmChains } from './grant.js'

/**
 * What the message allows the page to ask for. The person reads each name, so those are missing that a page can do without:
 * older ones, and what the page's provider answers itself.
 */
export const METHODS = [
  'personal_sign',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'wallet_addEthereumChain',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_showCallsStatus',
  'wallet_switchEthereumChain',
  'wallet_watchAsset',
]

/** The longest that a message's other lines are together, in characters. */
const OTHER_LINES = 700

/** The chains to ask for, the wanted chain first. */
export function chooseChains(config: ConnectorConfig, wanted: ChainId | undefined): ChainId[] {
  const chains = evmChains(config)
  return wanted && chains.includes(wanted) ? [...new Set([wanted, ...chains])] : chains
}

/** Whether the longest message that a wallet may make of it is short enough to be read. */
export function fits({ statement, resources = [] }: OnePromptFields, chains: readonly ChainId[]): boolean {
  // Each method is then limited to all of the chains.
  const recap = createRecap(METHODS, { chains })
  return (
    [tellAbilities(statement, recap), recap, ...resources].join('\n- ').length + OTHER_LINES <= MAX_MESSAGE
  )
}

/** The request's parameters (CAIP-222). */
export function toPayload(fields: OnePromptFields, chains: readonly ChainId[]): AuthTypes.PayloadParams {
  const {
    statement = '',
    uri,
    domain,
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
    requestId,
    resources = [],
  } = fields
  return {
    type: 'caip122',
    chains: [...chains],
    statement,
    aud: uri,
    domain,
    version: '1',
    nonce,
    iat: issuedAt,
    ...(expirationTime && { exp: expirationTime }),
    ...(notBefore && { nbf: notBefore }),
    ...(requestId && { requestId }),
    resources: [...resources, createRecap(METHODS)],
  }
}
