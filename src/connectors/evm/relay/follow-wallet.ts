import { toEvmHex } from '../../../protocol/evm-hex.js'
import { keepAccount } from '../../relay/accounts.js'
import type { RelayLink } from '../../relay/family.js'
import { Report } from '../../report.js'
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
  const report = new Report()
  report.open({
    accounts: keepAccount(stored.wcbAccount, link.grant.accountsOf(firstChain)),
    chainId: firstChain,
  })
  let hasSwitched = stored.wcbSwitched === true

  const setAccounts = (accounts: readonly string[]) => {
    if (accounts.join() === report.accounts.join()) return
    report.hear({ accounts })
    provider.emit('accountsChanged', [...accounts])
    link.save()
  }
  /** Takes over the accounts of the current chain. The current account stays when the chain has it too. */
  const setAccountsOf = (here: readonly string[]) => setAccounts(keepAccount(report.account, here))
  const wallet: RelayWallet = {
    get isLive() {
      return link.isLive
    },
    get accounts() {
      return report.accounts
    },
    get chainId() {
      return report.chainId
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
      if (next === report.chainId) return
      report.hear({ chainId: next })
      provider.emit('chainChanged', toEvmHex(next))
      const here = link.grant.accountsOf(report.chainId)
      if (here.length > 0) setAccountsOf(here)
      link.save()
    },
    send(method, params, progress) {
      const bound = readBoundChain(method, params, report.chainId)
      return link.send(() => chooseChain(bound, report.chainId, link.grant.chains), method, params, progress)
    },
  }
  const provider = createRelayProvider(wallet, config, stored)
  return { report, wallet, provider, setAccounts, setAccountsOf, hasSwitched: () => hasSwitched }
}
