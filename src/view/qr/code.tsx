import { encode } from 'uqr'

/** White modules around a code. With fewer, cameras do not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A QR code as one SVG path of unit modules, in a square with this many units per side. */
interface QrPath {
  path: string
  size: number
}

/** Draws a text as a QR code: plain dark modules without a picture, so that every camera can read it. */
function toQrPath(text: string): QrPath {
  // Low error correction gives the largest modules, and a screen is neither dirty nor torn.
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  let path = ''
  for (let y = 0; y < size; y += 1) {
    const row = data[y] as boolean[]
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x += 1
      path += `M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${x - start + 1}v1h-${x - start + 1}z`
    }
  }
  return { path, size: size + 2 * QUIET_ZONE }
}

/** The width of a code, in px; views.css.ts has it too. */
const ROOM = 330

let last: ReturnType<typeof toQrPath> & { text: string } = { text: '', path: '', size: 0 }

/** A text as a QR code with modules of whole pixels, because uneven modules are harder to read. */
export function Code({ text, label }: { text: string; label: string }) {
  if (last.text !== text) last = { text, ...toQrPath(text) }
  const { path, size } = last
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={size * Math.max(1, Math.floor(ROOM / size))}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
