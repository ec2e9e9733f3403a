import type { SessionChange } from '../connectors/connector.js'
import { readField } from '../errors/normalise.js'
import { within } from '../platform/time.js'
import type { LiveConnection } from './live-connection.js'

/** Longest wait for a wallet that is asked for its account without a prompt, in ms. A later answer still counts. */
const READ_PATIENCE = 3_000

/** Codes of a wallet that has answered the read, and does not say where it is. */
const ANSWERS: readonly unknown[] = ['wallet_locked', 'chain_mismatch']

/**
 * Reads a connection anew, without a prompt. Resolves after {@link READ_PATIENCE} at most, and never rejects. Without an answer the
 * connection stays as it is, and is read again at the next occasion.
 *
 * @param take takes in what the wallet says
 * @param isWithdrawn the wallet has ended its other family: a wallet that shows no account now has ended this one too
 */
export async function readAnew(
  live: LiveConnection,
  take: (change: SessionChange) => void,
  isWithdrawn = false,
): Promise<void> {
  const { session } = live
  if (!session.refresh) return
  const read = async () => session.refresh?.()
  const reading = read().then(
    (current) => {
      // A newer read or an event speaks for the wallet now.
      if (live.unread !== reading || current === undefined) return
      if (current === 'locked') take({ type: 'disconnect', reason: 'locked' })
      else take(current ? { type: 'change', ...current } : { type: 'disconnect' })
    },
    (error) => {
      const code = readField(error, 'code')
      if (live.unread !== reading || !ANSWERS.includes(code)) return
      live.unread = null
      if (isWithdrawn && code === 'wallet_locked') take({ type: 'disconnect', reason: 'locked' })
    },
  )
  live.unread = reading
  await within(reading, READ_PATIENCE, () => {})
}

/** Takes in where a wallet is now. @returns whether it is in the same place, in another one, or on a network that we do not know */
export function takeIn(
  live: LiveConnection,
  { account = live.account, chainId = live.chainId, unknown }: Extract<SessionChange, { type: 'change' }>,
): 'same' | 'known' | 'unknown' {
  // A network without a name that we know is not the page's chain.
  if (chainId === null) {
    Object.assign(live, unknown && { chainId: unknown }, { account, isAway: !unknown })
    return 'unknown'
  }
  // Back from a network that has no name here, the wallet is where it was.
  if (account === live.account && chainId === live.chainId && !live.isAway) return 'same'
  live.switchedNetwork ||= chainId !== live.chainId
  Object.assign(live, { account, chainId, isAway: false })
  return 'known'
}
