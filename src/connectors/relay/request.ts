import type SignClient from '@walletconnect/sign-client'
import { WalletError } from '../../errors/wallet-error.js'
import { clearTimer, NativePromise, setTimer } from '../../platform/natives.js'
import type { TamedClient } from './client-patches.js'
import type { Relay } from './relay-client.js'

/** Longest wait for the relay to take a request, in ms. The wallet has its five minutes from then on. */
const SEND_TIMEOUT = 15_000

/** A request ends just before the client's own five minutes: its timer leaves a rejection that nobody handles. */
const REQUEST_LIFE = 299_000

/** The client's engine, whose events settle its promises. */
interface Engine {
  events: { emit(event: string, payload: object): void }
}

/**
 * Makes {@link Relay.request}: a request that the relay does not take in time fails, and is not sent later. The client itself
 * waits a minute, and goes on trying.
 */
export function createRequest(
  client: InstanceType<typeof SignClient>,
  { unqueue, onRefused }: TamedClient,
): Relay['request'] {
  const { events } = client.engine as unknown as Engine

  /** Settles the client's own promise of a request. */
  const giveUp = (params: unknown, error: Error) => {
    for (const { request } of client.core.history.pending) {
      const asked = (request.params as { request?: { params?: unknown } })?.request
      if (asked?.params === params) events.emit(`session_request:${request.id}`, { error })
    }
  }

  return (topic, chainId, request) =>
    new NativePromise((resolve, reject) => {
      const fail = (error: Error) => {
        unqueue((queued) => queued.topic === topic && queued.method === 'irn_publish')
        done()
        reject(error)
        giveUp(request.params, error)
      }
      const onSent = (sent: { topic: string; request: { params: unknown } }) => {
        if (sent.topic === topic && sent.request.params === request.params) clearTimer(sending)
      }
      const sending = setTimer(() => fail(new WalletError('relay_unreachable')), SEND_TIMEOUT)
      const waiting = setTimer(() => fail(new WalletError('request_expired')), REQUEST_LIFE)
      const stopRefused = onRefused((cause) => fail(new WalletError('relay_unreachable', { cause })))
      const done = () => {
        clearTimer(sending)
        clearTimer(waiting)
        stopRefused()
        client.off('session_request_sent', onSent)
      }
      client.on('session_request_sent', onSent)
      client.request({ topic, chainId, request }).then(
        (value) => {
          done()
          resolve(value)
        },
        (error) => {
          done()
          reject(error)
        },
      )
    })
}
