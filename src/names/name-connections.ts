import type { AccountName } from './account-name.js'
import { type Named, type NameSources, readName } from './read-name.js'

/** A connection that can be given a name. */
export interface NamedConnection {
  connector: { id: string }
  session: { provider: unknown; topic?: string | undefined }
  shown: Pick<Named, 'account' | 'chainId'>
  /** What was read about an account, and which account that is. */
  named?: { of: string; shown: AccountName } | undefined
}

/** One question for a name. Another account, chain or reader makes another question. */
interface Question {
  of: string
  resolveName: NameSources['resolveName']
  /** The page's nodes, as text: one may come after the connection. */
  nodes: string
}

const asked = new WeakMap<object, Question>()

const listNodes = (networks: NameSources['networks']): string =>
  networks
    .map(({ chainId, privateCustomerRpcUrls, rpcUrls }) => [chainId, privateCustomerRpcUrls, rpcUrls].join())
    .join()

/**
 * Reads the names of connections, and sets each as soon as it is known. Asks once for each account and chain. An error
 * leaves the connection without a name, and a late answer for another account is dropped.
 *
 * @param onNamed called whenever a connection has got a name
 */
export function nameConnections(
  connections: readonly NamedConnection[],
  sources: NameSources,
  onNamed: () => void,
): void {
  for (const live of connections) {
    if (!sources.names) {
      asked.delete(live)
      const { named } = live
      live.named = undefined
      if (named) onNamed()
      continue
    }
    const { session } = live
    const { account, chainId } = live.shown
    const { resolveName } = sources
    const nodes = listNodes(sources.networks)
    const question: Question = { of: account + chainId, resolveName, nodes }
    const before = asked.get(live)
    const isSame = before?.of === question.of && before.resolveName === question.resolveName
    if (isSame && before.nodes === nodes) continue
    asked.set(live, question)
    // Over a relay a phone's provider would ask a node of the relay's.
    const provider = session.topic ? null : session.provider
    readName({ account, chainId, provider }, sources).then(
      (shown) => {
        if (asked.get(live) !== question) return
        const { named } = live
        live.named = { of: account, shown }
        // A page that draws again with each name, and gives a new reader each time, would be told, and would ask, for ever.
        const isNew =
          named?.of !== account || named.shown.name !== shown.name || named.shown.picture !== shown.picture
        if (isNew) onNamed()
      },
      () => {
        // The page shows the address instead, and no name of another chain or reader.
        if (asked.get(live) !== question || !live.named) return
        live.named = undefined
        onNamed()
      },
    )
  }
}
