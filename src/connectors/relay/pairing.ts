import type { SignClient } from '@walletconnect/sign-client'
import type { ProposalTypes } from '@walletconnect/types'
import { SECOND } from '../../constants.js'
import { readErrorMessage } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { clearTimer, NativePromise, now, setTimer } from '../../platform/natives.js'
import { wait, within } from '../../platform/time.js'
import type { PatchedClient } from './client-patches.js'
import { toPairingError } from './failures.js'
import type { StoredSession } from './stored-sessions.js'

/**
 * Longest time until a code is there, in ms: the socket, and the relay's word that it has the proposal. Ten seconds in all
 * (specification), of which the client's own chunk takes a part.
 */
const PAIRING_OPEN_TIMEOUT = 8_500

/** However long the client took to load, the relay gets this long, in ms. */
const MIN_OPEN = 3_000

/** Pause after a failed pairing, before the next one may begin, in ms (specification: relay re-init wait). */
const REINIT_WAIT = 1_000

/** How many times an expired code is replaced without a click (specification: at most 10 automatic pairing attempts). */
const MAX_RENEWALS = 10

/** How long a code is valid where its address does not say, in ms. */
const CODE_LIFE = 300_000

/** We expire a pairing URI this many ms before sign-client's own timer, whose rejection nobody handles. */
const HEAD_START = 1_000

/** Longest wait until the relay knows that a pairing is cancelled, in ms. */
const FORGET_TIMEOUT = 1_000

/** What a pairing is watched with. */
export interface PairOptions {
  /** Aborted when the visitor cancels. */
  signal: AbortSignal
  /** When the visitor chose the wallet, epoch ms. */
  since: number
  /** Called with each code's address, and its end in epoch ms. */
  onUri(uri: string, expiresAt: number): void
  /** Called when the relay cannot be reached, and when it is back. The code stays valid meanwhile. */
  onOutage(isDown: boolean): void
}

/** Pairs with a wallet. Rejects with `connection_rejected`, or `config_invalid` when the relay refuses this page. */
export type Pair = (
  namespaces: ProposalTypes.OptionalNamespaces,
  options: PairOptions,
) => Promise<StoredSession>

interface Context extends Pick<PatchedClient, 'wake' | 'outbox' | 'onRefused'> {
  client: InstanceType<typeof SignClient>
  /** Nothing waits for the relay any more, perhaps. */
  rest(): void
}

const topicOf = (uri: string): string => /^wc:([0-9a-f]+)@/.exec(uri)?.[1] ?? ''

/** The end of a code by its own address, epoch ms; never later than its life from now, whatever the clock did meanwhile. */
function readExpiry(uri: string): number {
  const stated = Number(/[?&]expiryTimestamp=(\d{1,12})/.exec(uri)?.[1] ?? 0) * SECOND
  const latest = now() + CODE_LIFE - HEAD_START
  return stated > now() && stated < latest ? stated : latest
}

/** Creates the pairing half of a {@link Relay}. */
export function createPairing({ client, wake, outbox, onRefused, rest }: Context): {
  pair: Pair
  isOpen(): boolean
} {
  const { core } = client
  let readyAt = 0
  let open = 0

  /** Takes a code back: an approval that comes later finds nothing to approve. */
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

  /** Gets one code, in time. */
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
        renewals ? PAIRING_OPEN_TIMEOUT : Math.max(MIN_OPEN, since + PAIRING_OPEN_TIMEOUT - now()),
      )
      // The race below may be over before it rejects.
      approving.catch(() => {})
      onUri(uri, readExpiry(uri))
      // Before the client's own timer, which leaves a rejection that nobody handles.
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
      await wait(Math.max(0, readyAt - now()), signal)
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
        if (!signal.aborted) readyAt = now() + REINIT_WAIT
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
