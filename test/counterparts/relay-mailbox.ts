/** A message on its way. */
export interface Envelope {
  topic: string
  message: string
  /** In seconds. */
  ttl: number
  tag: number
  /** Epoch ms. */
  publishedAt: number
  /** The publisher: a client does not receive its own messages. */
  from: string
}

/** The relay's memory: who listens to which topic, and which messages were not acknowledged yet. */
export interface Mailbox<Client extends { id: string }> {
  /** From now on the client gets the messages of the topic, beginning with those that wait for it. */
  subscribe(client: Client, topic: string): void
  unsubscribe(client: Client, topic: string): void
  /** The client has lost its connection; its messages wait. */
  forget(client: Client): void
  put(envelope: Envelope): void
  /** Records that a delivery was sent under this id. */
  expect(id: number, envelope: Envelope): void
  /** The client has the message, which is not delivered to that client again. */
  acknowledge(client: Client, id: number): void
}

/** Creates a {@link Mailbox}. Messages live for their ttl, and are delivered at least once to each listener. */
export function createMailbox<Client extends { id: string }>(
  transmit: (client: Client, envelope: Envelope) => void,
): Mailbox<Client> {
  const listeners = new Map<string, Set<Client>>()
  const waiting = new Map<string, Envelope[]>()
  const sent = new Map<number, Envelope>()
  const taken = new WeakMap<Envelope, Set<string>>()

  const isFor = ({ id }: Client, envelope: Envelope) => envelope.from !== id && !taken.get(envelope)?.has(id)

  return {
    subscribe(client, topic) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(client))
      const alive = (waiting.get(topic) ?? []).filter(
        ({ publishedAt, ttl }) => publishedAt + ttl * 1_000 > Date.now(),
      )
      waiting.set(topic, alive)
      for (const envelope of alive) if (isFor(client, envelope)) transmit(client, envelope)
    },
    unsubscribe(client, topic) {
      listeners.get(topic)?.delete(client)
    },
    forget(client) {
      for (const set of listeners.values()) set.delete(client)
    },
    put(envelope) {
      const { topic } = envelope
      waiting.set(topic, [...(waiting.get(topic) ?? []), envelope])
      for (const client of listeners.get(topic) ?? []) if (isFor(client, envelope)) transmit(client, envelope)
    },
    expect: (id, envelope) => void sent.set(id, envelope),
    acknowledge({ id: client }, id) {
      const envelope = sent.get(id)
      sent.delete(id)
      if (envelope) taken.set(envelope, (taken.get(envelope) ?? new Set()).add(client))
    },
  }
}
