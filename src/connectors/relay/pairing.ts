import type { SignClient } from '@walletconnect/sign-client'
import type { ProposalTypes } from '@walletconnect/types'
import { SECOND } from '../../constants.js'
import { readErrorMessage } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { clearTimer, NativePromise, now, setTimer, ticks } from '../../platform/natives.js'
import { wait, within } from '../../platform/time.js'
import type { PatchedClient } from './client-patches.js'
import { toPairingError } from './failures.js'
import type { StoredSession } from './stored-sessions.js'

/**
 * Longest wait for a code, in ms: until the socket is open and the relay has the proposal. Ten seconds in all
 * (specification), including the download of the client's chunk.
 */
const PAIRING_OPEN_TIMEOUT = 8_500

/** The relay has at least this long, however long the client took to load, in ms. */
const MIN_OPEN = 3_000

/** Pause after a failed pairing before the next may begin, in ms (specification: relay re-init wait). */
const REINIT_WAIT = 1_000

/** How many times an expired code is replaced without a click (specification: at most 10 automatic pairing attempts). */
const MAX_RENEWALS = 10

/** How long a code is valid when its URI does not say so, in ms. */
const CODE_LIFE = 300_000

/** We expire a pairing URI this many ms before sign-client's own timer, whose rejection nobody handles. */
const HEAD_START = 1_000

/** Longest wait until the relay has taken the news that a pairing is cancelled, in ms. */
const FORGET_TIMEOUT = 1_000

/** Options of a pairing. */
export interface PairOptions {
  /** Aborted when the visitor cancels. */
  signal: AbortSignal
  /** When the visitor chose the wallet, on the clock of `ticks`. */
  since: number
  /** Called with each code's URI, and when it expires in epoch ms. */
  onUri(uri: string, expiresAt: number): void
  /** Called when the relay cannot be reached, and again when it can. The code stays valid meanwhile. */
  onOutage(isDown: boolean): void
}

/** Pairs with a wallet. Rejects with `connection_rejected`, or `config_invalid` when the relay refuses this page. */
export type Pair = (
  namespaces: ProposalTypes.OptionalNamespaces,
  options: PairOptions,
) => Promise<StoredSession>

interface Context extends Pick<PatchedClient, 'wake' | 'outbox' | 'onRefused'> {
  client: InstanceType<typeof SignClient>
  /** Called when perhaps nothing waits for the relay any more. */
  rest(): void
}

const topicOf = (uri: string): string => /^wc:([0-9a-f]+)@/.exec(uri)?.[1] ?? ''

/**
 * When a code expires by its own URI, epoch ms. It is never later than a full life from now, even after a change of the
 * clock.
 */
function readExpiry(uri: string): number {
  const stated = Number(/[?&]expiryTimestamp=(\d{1,12})/.exec(uri)?.[1] ?? 0) * SECOND
  const latest = now() + CODE_LIFE - HEAD_START
  return stated > now() && stated < latest ? stated : latest
}

/** Creates the part of a {@link Relay} that pairs. */
export function createPairing({ client, wake, outbox, onRefused, rest }: Context): {
  pair: Pair
  isOpen(): boolean
} {
  const { core } = client
  let readyAt = 0
  let open = 0

  /** Withdraws a code, so that a later approval finds nothing to approve. */
  async function forget(topic: string): Promise<void> {
    for (const { id, pairingTopic } of client.proposal.getAll()) {
      if (pairingTopic !== topic) continue
      client.events.emit('proposal_expire', { id })
      core.expirer.del(id)
      await client.proposal.delete(id, { code: 0, message: 'cancelled' })
    }
    if (!core.pairing.pairings.keys.includes(topic)) return
    const ending = core.relayer.connected ? core.pairing.disconnect({ topic }) : NativePromise.reject()
    await within(ending, FORGET_TIMEOUT, () => NativePromise.reject()).catch(async () => {
      core.expirer.del(topic)
      await core.pairing.pairings.delete(topic, { code: 0, message: 'cancelled' })
      // The key is gone where the wallet has answered meanwhile.
      await core.crypto.deleteSymKey(topic).catch(() => {})
    })
  }

  /** Gets one code within the time limit. */
  async function propose(
    optionalNamespaces: ProposalTypes.OptionalNamespaces,
    stopped: Promise<never>,
    time: number,
  ) {
    const before = new Set(core.pairing.pairings.keys)
    const proposing = client.connect({ optionalNamespaces })
    try {
      const late = wait(time).then(() => {
        throw new WalletError('relay_unreachable')
      })
      // The race below may be over before it rejects.
      late.catch(() => {})
      const { uri = '', approval } = await NativePromise.race([proposing, stopped, late])
      return { uri, approving: approval() }
    } catch (error) {
      // A proposal that fails leaves nothing to take back.
      proposing.then(
        ({ uri = '' }) => void forget(topicOf(uri)).finally(rest),
        () => {},
      )
      outbox.takeBack(({ method }) => method === 'wc_proposeSession')
      // `forget` never rejects here: all of it is this page's memory and storage.
      for (const topic of core.pairing.pairings.keys) if (!before.has(topic)) void forget(topic)
      throw error
    }
  }

  async function run(
    namespaces: ProposalTypes.OptionalNamespaces,
    stopped: Promise<never>,
    { since, onUri }: PairOptions,
  ): Promise<StoredSession> {
    for (let renewals = 0; ; renewals += 1) {
      const { uri, approving } = await propose(
        namespaces,
        stopped,
        renewals ? PAIRING_OPEN_TIMEOUT : Math.max(MIN_OPEN, since + PAIRING_OPEN_TIMEOUT - ticks()),
      )
      // The race below may be over before it rejects.
      approving.catch(() => {})
      onUri(uri, readExpiry(uri))
      // We end it before the client's own timer does, because that timer rejects a promise that nobody handles.
      const ending = setTimer(() => void forget(topicOf(uri)), CODE_LIFE - HEAD_START)
      try {
        return await NativePromise.race([approving, stopped])
      } catch (error) {
        const isOver = /expired/i.test(readErrorMessage(error)) && renewals < MAX_RENEWALS
        await within(forget(topicOf(uri)), FORGET_TIMEOUT, () => {})
        if (!isOver || error instanceof WalletError) throw error
      } finally {
        clearTimer(ending)
      }
    }
  }

  return {
    isOpen: () => open > 0,
    async pair(namespaces, options) {
      const { signal } = options
      await wait(Math.max(0, readyAt - ticks()), signal)
      if (signal.aborted) throw new WalletError('session_ended')
      open += 1
      wake()
      let stop = () => {}
      const stopped = new NativePromise<never>((_, reject) => {
        const cancel = () => reject(new WalletError('session_ended'))
        signal.addEventListener('abort', cancel)
        const stopRefused = onRefused(reject)
        stop = () => {
          signal.removeEventListener('abort', cancel)
          stopRefused()
        }
      })
      // Nothing may race against it when it rejects.
      stopped.catch(() => {})
      const onDown = () => options.onOutage(true)
      const onUp = () => options.onOutage(false)
      core.relayer.on('relayer_disconnect', onDown)
      core.relayer.on('relayer_connect', onUp)
      try {
        return await run(namespaces, stopped, options)
      } catch (error) {
        if (!signal.aborted) readyAt = ticks() + REINIT_WAIT
        throw toPairingError(error)
      } finally {
        stop()
        core.relayer.off('relayer_disconnect', onDown)
        core.relayer.off('relayer_connect', onUp)
        open -= 1
        rest()
      }
    },
  }
}
