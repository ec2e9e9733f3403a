/**
 * Connects through a window that the visitor's click has opened. It closes the window when the visitor cancels or the
 * connection fails; otherwise the session uses the window.
 *
 * @param popup null when the wallet needs no window
 */
export async function closePopupOnFailure<T>(
  popup: { close(): void } | null,
  signal: AbortSignal,
  connect: () => Promise<T>,
): Promise<T> {
  const close = () => popup?.close()
  signal.addEventListener('abort', close)
  try {
    return await connect()
  } catch (error) {
    close()
    throw error
  } finally {
    signal.removeEventListener('abort', close)
  }
}
