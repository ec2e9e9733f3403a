import type { PointerEvent, ReactNode } from 'react'
import { CHECK, Glyph } from '../glyph.js'
import { NEXT } from './glyphs.js'

/** A row of a menu. */
export interface MenuEntry {
  key: string
  /** Its text, also what type-ahead looks at. */
  label: string
  /** Drawn in place of the label. */
  content?: ReactNode
  /** In front of the text. */
  mark: ReactNode
  /** Less weighty, below the text. */
  note?: string | undefined
  /** One of several, of which one holds. */
  checked?: boolean
  busy?: boolean
  /** What opens beside it. */
  entries?: readonly MenuEntry[]
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
  const { key, label, content, mark, note, checked, busy, entries } = entry
  return (
    <button
      type="button"
      className="row"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-haspopup={entries ? 'menu' : undefined}
      aria-expanded={entries ? expanded : undefined}
      aria-busy={busy}
      tabIndex={-1}
      data-key={key}
      data-label={label}
      onPointerMove={onMove}
      onPointerLeave={onLeave}
      onClick={(event) => onChoose(event.currentTarget, event.detail === 0)}
    >
      {mark}
      <span className="words">
        <span className="cut">{content ?? label}</span>
        {note && <span className="quiet cut">{note}</span>}
      </span>
      {busy && <span className="spinner" />}
      {checked && !busy && <Glyph path={CHECK} />}
      {entries && <Glyph path={NEXT} className="aside" />}
    </button>
  )
}
