import type { AccountName } from './account-name.js'
import { type Named, type NameSources, readName } from './read-name.js'

/** A connection that can be given a name. */
export interface NamedConnection {
  connector: { id: string }
  session: { provider: unknown }
  account: string
  chainId: Named['chainId']
  /** What is known of the account, and of which account. */
  named?: { of: string; shown: AccountName } | undefined
}

/** What a name was asked for: another account, chain or reader is another question. */
interface Question {
  of: string
  resolveName: NameSources['resolveName']
}

const asked = new WeakMap<object, Question>()

/**
 * Gives connections their names where names are wanted, each as soon as it is known. Asks once for each account and chain; what cannot be read is no
 * name, and what comes late for another account is dropped.
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
        live.named = { of: account, shown }
        onNamed()
      },
      () => {
        // The address stands in the name's place.
      },
    )
  }
}
