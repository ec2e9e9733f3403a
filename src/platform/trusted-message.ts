/** The content of a message event. */
export interface Message {
  readonly data: unknown
  readonly origin: string
  readonly ports: readonly MessagePort[]
  /** Whether the browser has created the event, and not a script. */
  readonly isTrusted: boolean
}

const { apply } = Reflect

/** The browser's own getter from load time. It throws for anything but a message event. */
const getter = <K extends 'data' | 'origin' | 'source' | 'ports'>(
  name: K,
): ((event: MessageEvent) => MessageEvent[K]) => {
  const get = Object.getOwnPropertyDescriptor(globalThis.MessageEvent?.prototype ?? {}, name)?.get
  return (event) => apply(get as () => MessageEvent[K], event, [])
}
const readData = getter('data')
const readOrigin = getter('origin')
const readSource = getter('source')
const readPorts = getter('ports')

/**
 * Reads a message event with the browser's own getters, whatever a script of the page has replaced.
 *
 * @returns null for an event from another window, and for an object or proxy that only looks like a message event
 */
export function readMessage(event: MessageEvent, from: MessageEventSource | null): Message | null {
  try {
    // Check the source first and alone, because strangers may send many messages.
    const source = readSource(event)
    if (!source || source !== from) return null
    return {
      data: readData(event),
      origin: readOrigin(event),
      ports: readPorts(event),
      // This is an own property of the event that no script can replace (DOM standard: LegacyUnforgeable).
      isTrusted: event.isTrusted,
    }
  } catch {
    return null
  }
}
