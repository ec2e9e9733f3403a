import { useMemo } from 'react'
import { toQrPath } from './matrix.js'

/** A text as a QR code. */
export function Code({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => toQrPath(text), [text])
  return (
    <div part="qr" className="code">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} />
      </svg>
    </div>
  )
}
