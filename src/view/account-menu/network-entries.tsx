import type { NetworkConfig } from '../../chains/network-config.js'
import { nameChain } from '../../chains/networks.js'
import type { ChainId } from '../../protocol/caip2.js'
import { ChainMark } from '../account/chain-mark.js'
import { Glyph } from '../glyph.js'
import type { MenuTexts } from '../i18n/texts.js'
import { Phrase } from '../phrase.js'
import { NETWORK } from './glyphs.js'
import type { MenuEntry } from './menu-row.js'
import type { Switch } from './use-switch.js'

interface NetworkEntries {
  /** The wallet's chain, and the chains it can switch to. */
  chainId: ChainId
  chains: readonly ChainId[]
  networks: readonly NetworkConfig[]
  change: Switch
  /** Whether a request to the wallet is already open. */
  waiting: boolean
  texts: MenuTexts
  onClose(): void
}

/** The row that switches from a network that the page does not use to the page's first network. */
export function toRightNetwork(target: ChainId, rest: NetworkEntries): MenuEntry {
  const { networks, change, waiting, texts } = rest
  const name = nameChain(target, networks)
  return {
    key: 'right',
    label: texts.switchTo.replace('{0}', () => name),
    content: <Phrase text={texts.switchTo} name={name} />,
    mark: <ChainMark chainId={target} networks={networks} decorative />,
    note: waiting ? texts.confirm : undefined,
    busy: waiting,
    run: () => {
      if (!waiting) change.start(target)
    },
  }
}

/** The row with all networks of the page. */
export function toNetworks(rest: NetworkEntries): MenuEntry {
  const { chainId, chains, networks, change, waiting, texts, onClose } = rest
  const name = (id: string) => nameChain(id, networks)
  return {
    key: 'network',
    label: texts.network,
    mark: <Glyph path={NETWORK} />,
    note: waiting ? texts.confirm : name(chainId),
    busy: waiting,
    entries: chains.map((id) => ({
      key: id,
      label: name(id),
      content: <span translate="no">{name(id)}</span>,
      mark: <ChainMark chainId={id} networks={networks} decorative />,
      note: change.pending === id ? texts.confirm : undefined,
      checked: id === chainId,
      busy: change.pending === id,
      run: () => {
        if (id === chainId) onClose()
        else if (!waiting) change.start(id)
      },
    })),
  }
}
