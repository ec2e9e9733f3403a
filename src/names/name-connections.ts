import type { AccountName } from './account-name.js'
import { type Named, type NameSources, readName } from './read-name.js'

/** A connection that can be given a name. */
export interface NamedConnection {
  connector: { id: string }
  session: { provider: unknown }
  account: string
  chainId: Named['chainId']
  /** What was read about an account, and which account that is. */
  named?: { of: string; shown: AccountName } | undefined
}

/** One question for a name. Another account, chain or reader makes another question. */
interface Question {
  of: string
  resolveName: NameSources['resolveName']
}

const asked = new WeakMap<object, Question>()

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
    const { account, chainId, session } = live
    const question: Question = { of: account + chainId, resolveName: sources.resolveName }
    const before = asked.get(live)
    if (before?.of === question.of && before.resolveName === question.resolveName) continue
    asked.set(live, question)
    readName({ account, chainId, provider: session.provider }, sources).then(
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
        // The page shows the address instead.
      },
    )
  }
}
