import type SignClient from '@walletconnect/sign-client'
import { WalletError } from '../../errors/wallet-error.js'
import { clearTimer, NativePromise, setTimer } from '../../platform/natives.js'
import type { TamedClient } from './client-patches.js'
import type { Relay } from './relay-client.js'

/** Longest wait for the relay to take a request, in ms. The wallet has its five minutes from then on. */
const SEND_TIMEOUT = 15_000

/**
 * Makes {@link Relay.request}: a request that the relay does not take in time fails, and is not sent later. The client itself
 * waits a minute, and goes on trying.
 */
export function createRequest(
  client: InstanceType<typeof SignClient>,
  { unqueue, onRefused }: TamedClient,
): Relay['request'] {
  return (topic, chainId, request) =>
    new NativePromise((resolve, reject) => {
      const fail = (error: Error) => {
        unqueue((queued) => queued.topic === topic && queued.method === 'irn_publish')
        done()
        reject(error)
      }
      const onSent = (sent: { topic: string; request: unknown }) => {
        if (sent.topic === topic) clearTimer(timer)
      }
      const timer = setTimer(() => fail(new WalletError('relay_unreachable')), SEND_TIMEOUT)
      const stopRefused = onRefused((cause) => fail(new WalletError('relay_unreachable', { cause })))
      const done = () => {
        clearTimer(timer)
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
