import { type ReactNode, useEffect, useRef } from 'react'
import { Phrase } from '../phrase.js'
import { say } from './conductor.js'

interface StageProps {
  /** The picture. */
  children: ReactNode
  /** The heading; `{0}` is where the name goes. */
  title: string
  name?: string
  text: ReactNode
  /** The sentence for assistive technology; by default the text. */
  spoken?: string
  /** A code in small print, for the site's support. */
  note?: string | undefined
  /** Below, side by side. */
  actions?: ReactNode
}

/**
 * A picture, a heading and a sentence: what is said where there is nothing to choose. The focus begins at the heading; the
 * sentence is announced once in the modal's status region, after the heading where that has changed.
 */
export function Stage({ children, title, name = '', text, spoken, note, actions }: StageProps) {
  const first = useRef(title)
  const sentence = spoken ?? String(text)
  const heading = first.current === title ? '' : title.replace('{0}', () => name)
  useEffect(() => say([heading, sentence].filter(Boolean).join('. ')), [heading, sentence])
  return (
    <>
      <div className="stage">
        <span className="halo">{children}</span>
        <h2 tabIndex={-1}>
          <Phrase text={title} name={name} />
        </h2>
        <p id="text">{typeof text === 'string' ? <span>{text}</span> : text}</p>
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
