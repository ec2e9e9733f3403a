const EVENTS = [
  'wallet_connecting',
  'wallet_connected',
  'wallet_changed',
  'wallet_disconnected',
  'wallet_signed_in',
  'wallet_signed_out',
  'wallet_transaction',
  'wallet_error',
  'wallet_modal_opened',
  'wallet_modal_closed',
]

const shorten = (text: string): string =>
  text.replace(/0x[0-9a-f]{16,}/gi, (hex) => `${hex.slice(0, 6)}…${hex.slice(-4)}`)

/** Summarises an event: its plain fields, with long hex cut, and the first line of a text. */
function summarise(detail: Record<string, unknown>): string {
  const fields = Object.entries(detail ?? {}).filter(
    ([, value]) => value !== null && typeof value !== 'object',
  )
  return shorten(
    fields.map(([name, value]) => `${name} ${String(value).replace(/\n[\s\S]*/, ' …')}`).join(', '),
  )
}

const print = (detail: unknown): string =>
  JSON.stringify(detail, (_, value) => (value instanceof Error ? String(value) : value), 2)

/** Writes every event of the document into the log, the newest on top. */
export function showEvents(): void {
  const log = document.querySelector('#log')
  if (!log) return
  for (const type of EVENTS) {
    document.addEventListener(type, (event) => {
      const { detail } = event as CustomEvent<Record<string, unknown>>
      const row = document.createElement('li')
      const more = document.createElement('details')
      const summary = document.createElement('summary')
      const time = document.createElement('time')
      const name = document.createElement('b')
      const gist = document.createElement('span')
      const all = document.createElement('pre')
      time.textContent = new Date().toTimeString().slice(0, 8)
      name.textContent = type
      gist.textContent = summarise(detail)
      all.textContent = print(detail)
      summary.append(time, name, gist)
      more.append(summary, all)
      row.append(more)
      row.dataset.event = type
      log.prepend(row)
    })
  }
}
