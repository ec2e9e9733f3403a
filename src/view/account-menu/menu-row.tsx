import type { PointerEvent, ReactNode } from 'react'
import { CHECK, Glyph, OUT } from '../glyph.js'
import { NEXT } from './glyphs.js'

/** A row of a menu. */
export interface MenuEntry {
  key: string
  /** Its text, which type-ahead also searches. */
  label: string
  /** Drawn instead of the label. */
  content?: ReactNode
  /** In front of the text. */
  mark: ReactNode
  /** Smaller text below the label. */
  note?: string | undefined
  /** A sentence below the label, which is never cut. */
  sentence?: string
  /** Whether this row is the chosen row of several. */
  checked?: boolean
  busy?: boolean
  /** The entries of its submenu, and the hint below them. */
  entries?: readonly MenuEntry[]
  hint?: string
  /** An address that opens in a new tab. */
  href?: string | undefined
  /** Announces that the address opens in a new tab. */
  newTab?: string
  /** The row only informs; it cannot be used. */
  still?: boolean
  run?(): void
}

interface MenuRowProps {
  entry: MenuEntry
  expanded: boolean
  onMove(event: PointerEvent<HTMLElement>): void
  onLeave(event: PointerEvent<HTMLElement>): void
  onChoose(row: HTMLElement, byKey: boolean): void
}

/** Draws a {@link MenuEntry}. */
export function MenuRow({ entry, expanded, onMove, onLeave, onChoose }: MenuRowProps) {
  const { key, label, content, mark, note, sentence, checked, busy, entries, href, newTab, still } = entry
  const shared = {
    className: 'row',
    role: checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': checked,
    'aria-disabled': still,
    tabIndex: -1,
    'data-key': key,
    'data-label': label,
    onPointerMove: onMove,
    onPointerLeave: onLeave,
  }
  const inside = (
    <>
      {mark}
      <span className="words">
        <span className="cut">{content ?? label}</span>
        {note && <span className="quiet cut">{note}</span>}
        {sentence && <span className="quiet">{sentence}</span>}
      </span>
      {busy && <span className="spinner" />}
      {checked && !busy && <Glyph path={CHECK} />}
      {entries && <Glyph path={NEXT} className="aside" />}
      {href && <Glyph path={OUT} label={newTab ?? ''} />}
    </>
  )
  if (href) {
    return (
      <a {...shared} href={href} target="_blank" rel="noopener noreferrer">
        {inside}
      </a>
    )
  }
  return (
    <button
      {...shared}
      type="button"
      aria-haspopup={entries ? 'menu' : undefined}
      aria-expanded={entries ? expanded : undefined}
      aria-busy={busy}
      onClick={(event) => still || onChoose(event.currentTarget, event.detail === 0)}
    >
      {inside}
    </button>
  )
}
