import { readField } from '../errors/normalise.js'
import { WalletError } from '../errors/wallet-error.js'
import { within } from '../platform/time.js'
import type { LiveConnection } from './live-connection.js'

/** Longest wait for a wallet that is asked for its account without a prompt, in ms. A later answer still counts. */
const READ_PATIENCE = 3_000

/** Codes of a wallet that has answered the read, and does not say where it is. */
const ANSWERS: readonly unknown[] = ['wallet_locked', 'chain_mismatch']

/**
 * Reads a connection anew, without a prompt. Resolves after {@link READ_PATIENCE} at most, and never rejects. Without an answer the
 * connection stays as it is, and is read again at the next occasion. A late answer no longer counts once a newer read has begun, or
 * the wallet has named its accounts by an event.
 *
 * @param isWithdrawn the wallet has ended its other family: a wallet that shows no account now has ended this one too
 */
export async function readAnew({ session, report }: LiveConnection, isWithdrawn = false): Promise<void> {
  if (!session.refresh) return
  const look = report.look()
  const read = async () => session.refresh?.()
  const reading = read().then(
    (current) => {
      if (!look.isOpen || current === undefined) return
      if (current && current !== 'locked') look.answer(current)
      else report.end(current ?? 'wallet')
    },
    (error) => {
      const code = readField(error, 'code')
      if (!look.isOpen || !ANSWERS.includes(code)) return
      look.answer(null)
      if (isWithdrawn && code === 'wallet_locked') report.end('locked')
    },
  )
  await within(reading, READ_PATIENCE, () => {})
}

/** Reads a connection once more whose wallet may be elsewhere. @throws WalletError `wallet_timeout` when it still says nothing */
export async function readAgain(live: LiveConnection): Promise<void> {
  await readAnew(live)
  if (live.report.isUnsure && !live.report.ended) throw new WalletError('wallet_timeout')
}
