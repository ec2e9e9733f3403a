/** What a message event says. */
export interface Message {
  readonly data: unknown
  readonly origin: string
  readonly ports: readonly MessagePort[]
  /** The browser has made it, not a script. */
  readonly isTrusted: boolean
}

const { apply } = Reflect

/** The browser's own getter, as it was when this module ran. It throws where it is given anything but a message event. */
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
 * Reads a message event past whatever a script of the page has laid over it.
 *
 * @returns null for one that came from another window, and for what is no message event: an object that looks like one, or a
 *   proxy of one
 */
export function readMessage(event: MessageEvent, from: MessageEventSource | null): Message | null {
  try {
    // First and alone: strangers may send many.
    const source = readSource(event)
    if (!source || source !== from) return null
    return {
      data: readData(event),
      origin: readOrigin(event),
      ports: readPorts(event),
      // An event's own, and not to be replaced (DOM standard: LegacyUnforgeable).
      isTrusted: event.isTrusted,
    }
  } catch {
    return null
  }
}
