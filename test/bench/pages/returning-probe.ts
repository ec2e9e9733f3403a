import { installAllowed } from './returning-wallets.js'

/** What the measuring side reads of a returning visitor's page. */
export interface ReturningProbe {
  /** When a frame has shown the account, in ms since the navigation began. */
  readonly shown: Promise<number>
  /** What the button has said, frame by frame, without repetitions. */
  readonly said: readonly string[]
  /** The layout shift so far. */
  shift(): number
  /** The paths of the scripts that were asked for before the account was shown. */
  files(): string[]
}

declare global {
  interface Window {
    returning: ReturningProbe
  }
}

const said: string[] = []
let shownAt = 0
let shift = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
}).observe({ type: 'layout-shift', buffered: true })

/** What a visitor reads on the button now. */
function read(): string {
  const host = document.querySelector('wallet-connect-button,returning-floor')
  const button = host?.shadowRoot?.querySelector<HTMLElement>('[part=button]')
  return button?.innerText.trim() ?? ''
}

const shown = new Promise<number>((resolve) => {
  const { port1, port2 } = new MessageChannel()
  const look = () =>
    requestAnimationFrame(() => {
      const text = read()
      if (text && said.at(-1) !== text) said.push(text)
      if (/0x/.test(text)) port2.postMessage(null)
      else look()
    })
  port1.onmessage = () => {
    shownAt = performance.now()
    resolve(shownAt)
    port1.close()
  }
  look()
})

window.returning = {
  shown,
  said,
  shift: () => shift,
  files: () =>
    performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => /\.js(?:#|$)/.test(name) && startTime < shownAt)
      .map(({ name }) => new URL(name).pathname),
}
installAllowed()
