/**
 * Runs with a signal of its own, which is aborted with the first of several, by that one's reason. At the end it is aborted too, so that
 * nothing of `run` goes on.
 */
export async function withFirstAbort<T>(
  signals: readonly (AbortSignal | undefined)[],
  run: (over: AbortSignal) => Promise<T>,
): Promise<T> {
  const first = new AbortController()
  const stop = () => first.abort(signals.find((one) => one?.aborted)?.reason)
  for (const one of signals) {
    if (one?.aborted) stop()
    one?.addEventListener('abort', stop)
  }
  try {
    return await run(first.signal)
  } finally {
    for (const one of signals) one?.removeEventListener('abort', stop)
    first.abort()
  }
}
