import type { ReactNode } from 'react'

interface StageProps {
  /** The picture. */
  children: ReactNode
  title: ReactNode
  text: string
  /** A code in small print, for the site's support. */
  note?: string | undefined
  /** Below, side by side. */
  actions?: ReactNode
}

/**
 * A picture, a heading and a sentence: what is said where there is nothing to choose. The focus begins at the heading,
 * the sentence is told to assistive technology whenever it changes.
 */
export function Stage({ children, title, text, note, actions }: StageProps) {
  return (
    <>
      <div className="stage">
        <span className="halo">{children}</span>
        <h2 tabIndex={-1} aria-describedby="text">
          {title}
        </h2>
        <p id="text" role="status">
          <span>{text}</span>
        </p>
        {note && (
          <small className="quiet" translate="no">
            {note}
          </small>
        )}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </>
  )
}
