import { ApiError, toApiError } from './api-error.js'
import type { ApiClientOptions, ApiSubscriber } from './client-types.js'
import type { LazyConnection } from './lazy-connection.js'

/** A subscription that can be ended. */
export interface ApiSubscription {
  /** Ends the subscription. Idempotent. */
  unsubscribe(): void
}

/** Subscribes to a procedure. Only the `ws` transport has subscriptions; with any other, `onError` is called. */
export function subscribe(
  connection: LazyConnection,
  transport: ApiClientOptions['transport'],
  observe: (error: ApiError) => void,
  [path, input, subscriber = {}]: [path: string, input: unknown, subscriber?: ApiSubscriber],
): ApiSubscription {
  let stop: (() => void) | null = () => {}
  const fail = (cause: unknown) => {
    const error = toApiError(cause)
    observe(error)
    subscriber.onError?.(error)
  }
  const start = async () => {
    if (transport !== 'ws')
      throw new ApiError({
        apiCode: 'METHOD_NOT_SUPPORTED',
        detail: 'Subscriptions need the ws transport.',
      })
    const { client } = await connection.get()
    if (!stop) return
    const subscription = client.subscription(path, input, {
      onStarted: () => subscriber.onStarted?.(),
      onData: (value) => subscriber.onData?.(value as never),
      onError: fail,
      onComplete: () => subscriber.onComplete?.(),
    })
    stop = () => subscription.unsubscribe()
  }
  start().catch(fail)
  return {
    unsubscribe() {
      stop?.()
      stop = null
    },
  }
}
