/** Half a second, in ms. The header has whole seconds, so on average it is half a second late. */
const MEAN_LAG = 500

/** The clock of the page's server, as the `Date` headers of its answers show it. */
export interface ServerClock {
  /** Epoch ms by the server's clock, or by ours before the first answer. */
  now(): number
  /** Reads an answer's clock. @param sent when we asked, in epoch ms by our own clock */
  read(headers: Headers, sent: number): void
}

/** Creates a {@link ServerClock}. An answer without a readable header changes nothing. */
export function createServerClock(): ServerClock {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    read(headers, sent) {
      const date = Date.parse(headers.get('date') ?? '')
      if (!Number.isNaN(date)) offset = date + MEAN_LAG - (sent + Date.now()) / 2
    },
  }
}
