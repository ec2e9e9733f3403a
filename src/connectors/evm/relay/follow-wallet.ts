import { toEvmHex } from '../../../protocol/caip2.js'
import type { SessionChange } from '../../connector.js'
import { keepAccount } from '../../relay/accounts.js'
import type { RelayLink } from '../../relay/family.js'
import { chooseChain, readBoundChain } from './bound-chain.js'
import type { EvmGrant } from './grant.js'
import { createRelayProvider, type RelayWallet } from './provider.js'
import { switchesOnce } from './switch-chain.js'

/**
 * Follows the account and the chain of a session. Events of the wallet and our own switches change them, and each
 * change reaches the provider and the client.
 */
export function followWallet(link: RelayLink<EvmGrant>) {
  const { stored, config, firstChain } = link
  let chainId = firstChain
  let accounts: readonly string[] = keepAccount(stored.wcbAccount, link.grant.accountsOf(chainId))
  let hasSwitched = stored.wcbSwitched === true
  let notify: ((change: SessionChange) => void) | null = null
  let isScheduled = false

  const changed = () => {
    link.save()
    if (!notify || isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      if (link.isLive) notify?.({ type: 'change', account: accounts[0] as string, accounts, chainId })
    })
  }
  const setAccounts = (next: readonly string[]) => {
    if (next.join() === accounts.join()) return
    accounts = next
    provider.emit('accountsChanged', [...accounts])
    changed()
  }
  /** Takes over the accounts of the current chain. The current account stays when the chain has it too. */
  const setAccountsOf = (here: readonly string[]) => setAccounts(keepAccount(accounts[0], here))
  const wallet: RelayWallet = {
    get isLive() {
      return link.isLive
    },
    get accounts() {
      return accounts
    },
    get chainId() {
      return chainId
    },
    get chains() {
      return link.grant.chains
    },
    get methods() {
      return link.grant.methods
    },
    get cannotSwitch() {
      return hasSwitched && switchesOnce(stored.peer.metadata.name)
    },
    moveTo(next, isOurs = true) {
      if (isOurs) {
        hasSwitched = true
        link.save()
      }
      if (next === chainId) return
      chainId = next
      provider.emit('chainChanged', toEvmHex(chainId))
      const here = link.grant.accountsOf(chainId)
      if (here.length > 0) setAccountsOf(here)
      changed()
    },
    send(method, params) {
      const bound = readBoundChain(method, params, chainId)
      return link.send(() => chooseChain(bound, chainId, link.grant.chains), method, params)
    },
  }
  const provider = createRelayProvider(wallet, config, stored)
  return {
    wallet,
    provider,
    setAccounts,
    setAccountsOf,
    hasSwitched: () => hasSwitched,
    watch(listener: (change: SessionChange) => void) {
      notify = listener
      return () => {
        notify = null
      }
    },
  }
}
