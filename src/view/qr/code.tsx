import { toQrPath } from './matrix.js'

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
