import { encode } from 'uqr'

/** White modules around a code. With fewer, cameras do not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A QR code as one SVG path of unit modules, in a square with this many units per side. */
interface QrPath {
  path: string
  size: number
}

/** The modules of a side of an eye: the three large squares by which a camera finds the code. */
const EYE = 7

/** A square with round corners, as a part of a path. */
const toRound = (x: number, y: number, side: number, radius: number): string => {
  const arc = `a${radius} ${radius} 0 0 1 `
  const line = side - 2 * radius
  return `M${x + radius} ${y}h${line}${arc}${radius} ${radius}v${line}${arc}-${radius} ${radius}h-${line}${arc}-${radius}-${radius}v-${line}${arc}${radius}-${radius}z`
}

/** Draws a text as a QR code: dark modules on white, and eyes with round corners, which every camera reads. */
function toQrPath(text: string): QrPath {
  // Low error correction gives the largest modules, and a screen is neither dirty nor torn.
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  let path = ''
  for (let y = 0; y < size; y += 1) {
    const row = data[y] as boolean[]
    for (let x = 0; x < size; x += 1) {
      const isEye = (x < EYE && (y < EYE || y >= size - EYE)) || (x >= size - EYE && y < EYE)
      if (!row[x] || isEye) continue
      const start = x
      while (row[x + 1]) x += 1
      path += `M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${x - start + 1}v1h-${x - start + 1}z`
    }
  }
  const end = QUIET_ZONE + size - EYE
  for (const [x, y] of [
    [QUIET_ZONE, QUIET_ZONE],
    [end, QUIET_ZONE],
    [QUIET_ZONE, end],
  ] as const)
    path +=
      toRound(x, y, EYE, 2) + toRound(x + 1, y + 1, EYE - 2, 1.25) + toRound(x + 2, y + 2, EYE - 4, 0.75)
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
      <path d={path} fillRule="evenodd" />
    </svg>
  )
}
