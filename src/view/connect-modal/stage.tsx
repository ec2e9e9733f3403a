import type { ReactNode } from 'react'
import { Phrase } from '../phrase.js'

interface StageProps {
  /** The picture. */
  children: ReactNode
  /** The heading; the name replaces `{0}`. */
  title: string
  name?: string
  /** Without it, the heading stands in the middle of its room. */
  text?: ReactNode
  /** The sentence for assistive technology; by default the text. */
  spoken?: string
  /** The error code in small print, for the site's support. */
  note?: string | undefined
  /** Buttons below, side by side. */
  actions?: ReactNode
}

/**
 * A picture, a heading and a sentence, for views without a choice. The focus begins at the heading. The modal's status
 * region says the sentence.
 */
export function Stage({ children, title, name = '', text, spoken, note, actions }: StageProps) {
  return (
    <>
      <div className="stage" data-say={spoken ?? String(text ?? '')}>
        <span className="halo">{children}</span>
        <h2 tabIndex={-1}>
          <Phrase text={title} name={name} />
        </h2>
        {text !== undefined && <p id="text">{typeof text === 'string' ? <span>{text}</span> : text}</p>}
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
