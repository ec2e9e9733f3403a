/**
 * A logger for the relay's client that stores nothing. The client's own logger collects messages and puts a function on
 * the window.
 */
export function silent(): object {
  const none = () => {}
  return {
    level: 'silent',
    levels: { values: {} },
    bindings: () => ({}),
    child: silent,
    trace: none,
    debug: none,
    info: none,
    warn: none,
    error: none,
    fatal: none,
    silent: none,
  }
}
