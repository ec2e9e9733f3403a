import type { ProposalTypes } from '@walletconnect/types'
import { readErrorMessage } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { NativePromise, ticks } from '../../platform/natives.js'
import { wait, within } from '../../platform/time.js'
import { untilAborted } from '../../platform/until-aborted.js'
import type { PatchedClient } from './client-patches.js'
import { toPairingError } from './failures.js'
import { type ResumeContext, resumeAll } from './resume-codes.js'
import { type Code, FORGET_TIMEOUT, readExpiry, topicOf, untilAnswered, withdrawCode } from './shown-code.js'
import type { OnSilence, SignInCodes } from './sign-in-codes.js'
import { dropCode, keepCode, lockCode } from './stored-codes.js'
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
  /** Creates codes by which a wallet also signs in; by default it is asked to connect only. */
  signIn?: SignInCodes | null | undefined
  onSilence?: OnSilence | undefined
}

/** Pairs with a wallet. Rejects with `connection_rejected`, or `config_invalid` when the relay refuses this page. */
export type Pair = (
  namespaces: ProposalTypes.OptionalNamespaces,
  options: PairOptions,
) => Promise<StoredSession>

interface Context extends ResumeContext, Pick<PatchedClient, 'wake' | 'onRefused'> {
  /** Called when perhaps nothing waits for the relay any more. */
  rest(): void
}

type Namespaces = ProposalTypes.OptionalNamespaces
type SignIn = SignInCodes | null | undefined

/** Gives the relay what a code asks for. */
async function offer(context: Context, optionalNamespaces: Namespaces, signIn: SignIn): Promise<Code> {
  const asked = (await signIn?.create(context)) ?? null
  try {
    const connecting = context.client.connect({
      optionalNamespaces,
      ...(asked && { pairingTopic: asked.topic }),
    })
    const [{ uri = asked?.uri ?? '', approval }] = await NativePromise.all([connecting, asked?.sent])
    const approving = approval()
    return { uri, approving: asked ? NativePromise.race([approving, asked.answer]) : approving, asked }
  } catch (error) {
    asked?.close()
    throw error
  }
}

/** Gets one code within `time`, in ms. */
async function propose(
  context: Context,
  namespaces: Namespaces,
  over: AbortSignal,
  time: number,
  signIn: SignIn,
): Promise<Code> {
  const { client, outbox, rest } = context
  const { pairings } = client.core.pairing
  const before = new Set(pairings.keys)
  const proposing = offer(context, namespaces, signIn)
  try {
    const late = () => NativePromise.reject(new WalletError('relay_unreachable'))
    return await untilAborted(within(proposing, time, late), over)
  } catch (error) {
    // A proposal that fails leaves nothing to withdraw.
    proposing.then(
      ({ uri, asked }) => {
        asked?.close()
        void withdrawCode(client, topicOf(uri)).finally(rest)
      },
      () => {},
    )
    const added = pairings.keys.filter((topic) => !before.has(topic))
    outbox.drop(({ method, topic }) => method === 'wc_proposeSession' || added.includes(topic as string))
    // It never rejects here: all of it is this page's memory and storage.
    for (const topic of added) void withdrawCode(client, topic)
    throw error
  }
}

/** Shows one code after the other until a wallet has approved one. */
async function showCodes(
  context: Context,
  namespaces: Namespaces,
  over: AbortSignal,
  options: PairOptions,
): Promise<StoredSession> {
  const { client } = context
  const { since, onUri } = options
  let { signIn } = options
  for (let renewals = 0; ; renewals += 1) {
    const time = renewals ? PAIRING_OPEN_TIMEOUT : Math.max(MIN_OPEN, since + PAIRING_OPEN_TIMEOUT - ticks())
    const code = await propose(context, namespaces, over, time, signIn)
    const { uri, approving } = code
    const forget = () => {
      dropCode(context.place.storage, context.place.store, topicOf(uri))
      return within(withdrawCode(client, topicOf(uri)), FORGET_TIMEOUT, () => {})
    }
    // The race may be over before it rejects.
    approving.catch(() => {})
    keepCode(client, context.place, topicOf(uri), code.asked?.stored)
    onUri(uri, readExpiry(uri))
    const { release } = lockCode(topicOf(uri))
    try {
      const session = await untilAnswered(client, code, over, options.onSilence)
      if (session) return session
      signIn = null
      await forget()
    } catch (error) {
      const isOver = /expired/i.test(readErrorMessage(error)) && renewals < MAX_RENEWALS
      await forget()
      if (!isOver || error instanceof WalletError) throw error
    } finally {
      release()
    }
  }
}

/** A pairing is over when the visitor cancels, or the relay refuses this page: `over` is aborted with the error. */
function watchEnd(signal: AbortSignal, onRefused: Context['onRefused']) {
  const control = new AbortController()
  const cancel = () => control.abort(new WalletError('session_ended'))
  signal.addEventListener('abort', cancel)
  const stopRefused = onRefused((error) => control.abort(error))
  const stop = () => {
    signal.removeEventListener('abort', cancel)
    stopRefused()
  }
  return { over: control.signal, stop }
}

/** Creates the part of a {@link Relay} that pairs. */
export function createPairing(context: Context): {
  pair: Pair
  /** As {@link Relay.resume}. */
  resume(signal: AbortSignal): Promise<StoredSession | null>
  isOpen(): boolean
} {
  const { relayer } = context.client.core
  let readyAt = 0
  let open = 0
  /** Something waits for the relay from now on. @returns what ends that */
  const begin = () => {
    open += 1
    context.wake()
    return () => {
      open -= 1
      context.rest()
    }
  }
  return {
    isOpen: () => open > 0,
    resume: (signal) => resumeAll(context, signal, begin),
    async pair(namespaces, options) {
      const { signal } = options
      await wait(Math.max(0, readyAt - ticks()), signal)
      if (signal.aborted) throw new WalletError('session_ended')
      const end = begin()
      const { over, stop } = watchEnd(signal, context.onRefused)
      const onDown = () => options.onOutage(true)
      const onUp = () => options.onOutage(false)
      relayer.on('relayer_disconnect', onDown)
      relayer.on('relayer_connect', onUp)
      try {
        return await showCodes(context, namespaces, over, options)
      } catch (error) {
        if (!signal.aborted) readyAt = ticks() + REINIT_WAIT
        throw toPairingError(error)
      } finally {
        stop()
        relayer.off('relayer_disconnect', onDown)
        relayer.off('relayer_connect', onUp)
        end()
      }
    },
  }
}
