import { encode } from 'uqr'

/** White modules around a code. With fewer, cameras do not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** The width of the three patterns by which cameras find a code. */
const FINDER = 7

/** The width of a code, and of the wallet's mark with its edge, in px; views.css.ts has them too. */
const ROOM = 330
const SEAL = 58

/** A QR code as one SVG path, in a square with this many units per side, and the px of a unit. */
interface QrPath {
  path: string
  size: number
  unit: number
}

/**
 * Draws a text as a QR code of round modules: each is a line without a length, with round ends. Those that the mark would
 * cut are left out. The finders are drawn on their own.
 */
function toQrPath(text: string): QrPath {
  // Medium error correction, because the mark covers a part; a screen is neither dirty nor torn.
  const { data, size: count } = encode(text, { ecc: 'M', border: 0 })
  const size = count + 2 * QUIET_ZONE
  const unit = Math.max(1, Math.floor(ROOM / size))
  const last = count - FINDER
  const isFinder = (x: number, y: number) =>
    (y < FINDER && (x < FINDER || x >= last)) || (y >= last && x < FINDER)
  const isSealed = (at: number) => Math.abs(at + 0.5 - count / 2) < SEAL / unit / 2
  const isDot = (x: number, y: number) => data[y]?.[x] && !isFinder(x, y) && !(isSealed(x) && isSealed(y))
  let path = ''
  for (let y = 0; y < count; y += 1)
    for (let x = 0; x < count; x += 1)
      if (isDot(x, y)) path += `M${x + QUIET_ZONE + 0.5} ${y + QUIET_ZONE + 0.5}h.01`
  return { path, size, unit }
}

let last: QrPath & { text: string } = { text: '', path: '', size: 0, unit: 0 }

/** A text as a QR code with modules of whole pixels, because uneven modules are harder to read. */
export function Code({ text, label }: { text: string; label: string }) {
  if (last.text !== text) last = { text, ...toQrPath(text) }
  const { path, size, unit } = last
  const end = size - QUIET_ZONE - FINDER
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={size * unit} role="img" aria-label={label}>
      <path d={path} />
      {[
        [QUIET_ZONE, QUIET_ZONE],
        [end, QUIET_ZONE],
        [QUIET_ZONE, end],
      ].map(([x = 0, y = 0]) => (
        <g key={`${x} ${y}`}>
          <rect x={x + 0.5} y={y + 0.5} width={FINDER - 1} height={FINDER - 1} rx="1.75" />
          <rect x={x + 2.5} y={y + 2.5} width="2" height="2" rx=".5" className="eye" />
        </g>
      ))}
    </svg>
  )
}
