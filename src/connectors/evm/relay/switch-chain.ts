import { WalletError } from '../../../errors/wallet-error.js'
import type { ChainId } from '../../../protocol/caip2.js'
import type { ConnectorConfig } from '../../config.js'
import { evmChains } from './grant.js'

/** What decides to which chains a wallet can be switched. */
export interface SwitchSituation {
  /** The wallet's own name. */
  peerName: string
  /** The chain in use. */
  chainId: ChainId
  /** Chains the wallet has approved. */
  approved: readonly ChainId[]
  /** The page has changed the chain before in this session. */
  hasSwitched: boolean
}

/** Whether a wallet's second switch would never end: MetaMask's. */
export const switchesOnce = (peerName: string): boolean => /^metamask/i.test(peerName)

/**
 * The chains that a relay wallet can be switched to: those that it has approved; all of the page's chains when it names
 * none. MetaMask accepts any chain of the page, but only once: its second switch never ends.
 */
export function listSwitchTargets(situation: SwitchSituation, config: ConnectorConfig): ChainId[] {
  const configured = evmChains(config)
  if (switchesOnce(situation.peerName)) return situation.hasSwitched ? [situation.chainId] : configured
  return situation.approved.length > 0 ? [...situation.approved] : configured
}

/**
 * Checks a switch before the wallet is asked.
 *
 * @throws WalletError `network_switching_only_available_in_wallet`
 */
export function checkSwitch(target: ChainId, situation: SwitchSituation, config: ConnectorConfig): void {
  const allowed = evmChains(config).includes(target) && listSwitchTargets(situation, config).includes(target)
  if (!allowed) throw new WalletError('network_switching_only_available_in_wallet')
}
