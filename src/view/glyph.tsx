const PATHS = {
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9.5l6 6 6-6',
  next: 'M9.5 6l6 6-6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  copy: 'M9 9h11v11H9zM5.5 15H4V4h11v1.5',
  network: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.5 12h17M12 3c-4 4.5-4 13.5 0 18 4-4.5 4-13.5 0-18',
  plus: 'M12 5v14M5 12h14',
  leave: 'M14 4H5v16h9M10 12h11m-4-4 4 4-4 4',
  out: 'M8 16l8-8M9 8h7v7',
  alert: 'M12 7.5v5.5m0 3.5v.01',
  wallet: 'M17 7V4.5H6.5a2.5 2.5 0 0 0 0 5H20V20H6.5A2.5 2.5 0 0 1 4 17.5V7m12 7.75v.01',
}

/** A line drawing in the colour of the text around it. With a label it is an image; without, decoration. */
export function Glyph({ of, label }: { of: keyof typeof PATHS; label?: string }) {
  return (
    <svg
      className="glyph"
      data-glyph={of}
      viewBox="0 0 24 24"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={PATHS[of]} />
    </svg>
  )
}
