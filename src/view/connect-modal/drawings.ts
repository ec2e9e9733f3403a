/**
 * Known wallets and apps, drawn by us in 40 by 40 units: a ground, and a few strokes or shapes upon it. They stand where a
 * wallet brings no icon of its own: in rows to install and for the apps of a phone.
 */
const DRAWINGS: Record<string, readonly [ground: string, shapes: string]> = {
  metamask: [
    '#f58220',
    '<path fill="#fff" d="M8 9l9.5 6.500h5L32 9l-2.5 12 1.5 6.5-6.5 1.5-2.5 3h-4l-2.5-3L9 27.5 10.5 21z"/><path fill="#4a2a0f" d="M14 21.500l3.5 1.5-.5 2zM26 21.500L22.5 23l.5 2z"/>',
  ],
  rabby: [
    '#7084ff',
    '<path fill="none" stroke="#fff" stroke-width="4.5" stroke-linecap="round" d="M15.5 17l-2-7M24.5 17l2-7"/><ellipse cx="20" cy="23.5" rx="10.5" ry="8" fill="#fff"/><circle cx="16.5" cy="22.5" r="1.6" fill="#3a48b8"/><circle cx="23.5" cy="22.5" r="1.6" fill="#3a48b8"/>',
  ],
  rainbow: [
    '#0b2a6f',
    '<g fill="none" stroke-width="4"><path stroke="#ff4f4f" d="M9 12a19 19 0 0 1 19 19"/><path stroke="#ffd23d" d="M9 17a14 14 0 0 1 14 14"/><path stroke="#3fb6ff" d="M9 22a9 9 0 0 1 9 9"/></g><circle cx="11" cy="29" r="2.5" fill="#c77dff"/>',
  ],
  okx: [
    '#000',
    '<path fill="#fff" d="M9 9h7.300v7.300H9zM23.7 9H31v7.300h-7.300zM16.3 16.300h7.400v7.400h-7.400zM9 23.700h7.300V31H9zM23.7 23.700H31V31h-7.300z"/>',
  ],
  trust: [
    '#0500ff',
    '<path fill="#fff" d="M20 8c3.5 2.6 7 3.3 10.5 3.3 0 9.7-2.5 16.2-10.5 20.700z"/><path fill="#5be39a" d="M20 8c-3.5 2.6-7 3.3-10.5 3.3 0 9.7 2.5 16.2 10.5 20.700z"/>',
  ],
  zerion: ['#2461ed', '<path fill="#fff" d="M10 11h20.500L21 22h-9.500zM30 29H9.500L19 24.500h9.500z"/>'],
  uniswap: [
    '#ff37c7',
    '<path fill="#fff" d="M13 7l7 7.500c6 .5 10 4.5 10 11 0 3-1 5-2.5 6.5 0-5-2-7-6-7.5-1 3-4 4-7 3l1-3c-2-1-3.5-3-3.5-6.5 0-2 .5-3.5 1.5-5z"/><circle cx="19" cy="19.5" r="1.5" fill="#ff37c7"/>',
  ],
  ledger: [
    '#111',
    '<path fill="none" stroke="#fff" stroke-width="2.6" d="M17 10h-7v6M23 10h7v6M17 30h-7v-6M23 30h7v-6M17.5 15v9.500H23"/>',
  ],
  ready: [
    '#ff7a45',
    '<path fill="#fff" d="M17 9h6l8.5 22h-5.300c-.5-4-2.5-7-6.2-9.5-3.7 2.5-5.7 5.5-6.2 9.500H8.500z"/>',
  ],
  braavos: [
    '#f3b33d',
    '<path fill="#1c2b5a" d="M20 8l10 4.500V21c0 5.5-4 9-10 11.500C14 30 10 26.5 10 21v-8.500z"/><path fill="#f3b33d" d="M14 18.500l5 2.5-1 3.5-4-2zM26 18.500L21 21l1 3.5 4-2z"/>',
  ],
  keplr: ['#5433ff', '<path fill="#fff" d="M12 9.500h4.500v9l8-9H30l-9 10 9.5 11h-5.700l-8.3-10v10H12z"/>'],
  xverse: [
    '#17171b',
    '<path stroke="#fff" stroke-width="4.2" d="M11 11l18 18M11 29l7-7"/><path fill="#ee7a30" d="M21 10.500h9v9l-3.3-3.3-3 3-2.9-2.9 3-3z"/>',
  ],
  fordefi: ['#4b2bb8', '<path fill="#fff" d="M12 9h16l-2.5 5H17v4h7l-2.5 5H17v8h-5z"/>'],
  coinbase: [
    '#0052ff',
    '<circle cx="20" cy="20" r="12" fill="#fff"/><rect x="16" y="16" width="8" height="8" rx="1.5" fill="#0052ff"/>',
  ],
  walletconnect: [
    '#3b99fc',
    '<path fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" d="M12.5 16c4.2-4.1 10.8-4.1 15 0M8.5 20.500l5.7 5.5 5.8-5.5 5.8 5.5 5.7-5.5"/>',
  ],
}

/** Ids that mean a drawing of another name. */
const SAME: Record<string, string> = {
  'io.metamask': 'metamask',
  'io.rabby': 'rabby',
  'me.rainbow': 'rainbow',
  'com.okex.wallet': 'okx',
  okxwallet: 'okx',
  argentX: 'ready',
  argentMobile: 'ready',
  'com.coinbase.wallet': 'coinbase',
  walletConnect: 'walletconnect',
}

/** Our drawing of a wallet as a data URI; empty for a wallet that there is none of. @param id a wallet's id, or an app's */
export function drawIcon(id: string): string {
  const name = Object.hasOwn(SAME, id) ? (SAME[id] as string) : id
  if (!Object.hasOwn(DRAWINGS, name)) return ''
  const [ground, shapes] = DRAWINGS[name] as (typeof DRAWINGS)[string]
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="${ground}" d="M0 0h40v40H0z"/>${shapes}</svg>`,
  )}`
}
