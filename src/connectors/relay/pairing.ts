import type SignClient from '@walletconnect/sign-client'
import type { ProposalTypes } from '@walletconnect/types'
import { readErrorMessage } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { NativePromise, now } from '../../platform/natives.js'
import { wait, within } from '../../platform/time.js'
import type { TamedClient } from './client-patches.js'
import { toPairingError } from './failures.js'
import type { StoredSession } from './stored-sessions.js'

/** Longest time until a code is there, in ms: the socket, and the relay's word that it has the proposal. */
const OPEN_TIMEOUT = 10_000

/** After a failure the client is ready anew this long later, in ms (specification: relay re-init wait). */
const REINIT_WAIT = 1_000

/** An expired code is replaced by itself so many times (specification: at most 10 automatic pairing attempts). */
const MAX_RENEWALS = 10

/** A code is good for so long where its address does not say, in ms. */
const CODE_LIFE = 300_000

/** Longest wait for the relay to take the news that a pairing is off, in ms. */
const FORGET_TIMEOUT = 1_000

/** What a pairing is watched with. */
export interface PairOptions {
  /** Aborted when the visitor cancels. */
  signal: AbortSignal
  /** Called with each code's address, and its end in epoch ms. */
  onUri(uri: string, expiresAt: number): void
}

/** Pairs with a wallet. Rejects with `connection_rejected`, or `config_invalid` when the relay refuses this page. */
export type Pair = (
  namespaces: ProposalTypes.OptionalNamespaces,
  options: PairOptions,
) => Promise<StoredSession>

interface Context extends Pick<TamedClient, 'wake' | 'unqueue' | 'onRefused'> {
  client: InstanceType<typeof SignClient>
  /** Nothing waits for the relay any more, perhaps. */
  rest(): void
}

const topicOf = (uri: string): string => /^wc:([0-9a-f]+)@/.exec(uri)?.[1] ?? ''

/** The end of a code by its own address, epoch ms; never later than its life from now, whatever the clock did meanwhile. */
function readExpiry(uri: string): number {
  const stated = Number(/[?&]expiryTimestamp=(\d{1,12})/.exec(uri)?.[1] ?? 0) * 1_000
  const latest = now() + CODE_LIFE
  return stated > now() && stated < latest ? stated : latest
}

/** Creates the pairing half of a {@link Relay}. */
export function createPairing({ client, wake, unqueue, onRefused, rest }: Context): {
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
    const told = core.relayer.connected ? core.pairing.disconnect({ topic }) : NativePromise.reject()
    await within(told, FORGET_TIMEOUT, () => NativePromise.reject()).catch(async () => {
      core.expirer.del(topic)
      await core.pairing.pairings.delete(topic, { code: 0, message: 'cancelled' })
      await core.crypto.deleteSymKey(topic).catch(() => {})
    })
  }

  /** Gets one code, within ten seconds. */
  async function propose(optionalNamespaces: ProposalTypes.OptionalNamespaces, stopped: Promise<never>) {
    const before = new Set(core.pairing.pairings.keys)
    const proposing = client.connect({ optionalNamespaces })
    try {
      const late = wait(OPEN_TIMEOUT).then(() => {
        throw new WalletError('relay_unreachable')
      })
      late.catch(() => {})
      const { uri = '', approval } = await NativePromise.race([proposing, stopped, late])
      return { uri, approving: approval() }
    } catch (error) {
      proposing.then(
        ({ uri = '' }) => void forget(topicOf(uri)).finally(rest),
        () => {},
      )
      unqueue(({ method }) => method === 'wc_proposeSession')
      for (const topic of core.pairing.pairings.keys) if (!before.has(topic)) void forget(topic)
      throw error
    }
  }

  async function run(
    namespaces: ProposalTypes.OptionalNamespaces,
    stopped: Promise<never>,
    onUri: PairOptions['onUri'],
  ): Promise<StoredSession> {
    for (let renewals = 0; ; renewals += 1) {
      const { uri, approving } = await propose(namespaces, stopped)
      approving.catch(() => {})
      onUri(uri, readExpiry(uri))
      try {
        return await NativePromise.race([approving, stopped])
      } catch (error) {
        const isOver = /expired/i.test(readErrorMessage(error)) && renewals < MAX_RENEWALS
        await within(forget(topicOf(uri)), FORGET_TIMEOUT, () => {})
        if (!isOver || error instanceof WalletError) throw error
      }
    }
  }

  return {
    isOpen: () => open > 0,
    async pair(namespaces, { signal, onUri }) {
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
      stopped.catch(() => {})
      try {
        return await run(namespaces, stopped, onUri)
      } catch (error) {
        if (!signal.aborted) readyAt = now() + REINIT_WAIT
        throw toPairingError(error)
      } finally {
        stop()
        open -= 1
        rest()
      }
    },
  }
}
