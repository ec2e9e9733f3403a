/** Paths of 24 by 24 units, drawn by stroke. */
export const CLOSE = 'M6 6l12 12M18 6 6 18'
export const CHECK = 'M5 12.5l4.5 4.5L19 7.5'
export const DOWN = 'M6 9.5l6 6 6-6'
export const OUT = 'M8 16l8-8M9 8h7v7'

/** A line drawing in the colour of the text around it. With a label it is an image; without, decoration. */
export function Glyph({ path, label, className = '' }: { path: string; label?: string; className?: string }) {
  return (
    <svg
      className={`glyph ${className}`}
      viewBox="0 0 24 24"
      role={label && 'img'}
      aria-label={label}
      aria-hidden={!label}
    >
      <path d={path} />
    </svg>
  )
}
