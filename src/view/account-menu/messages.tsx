import { useEffect, useRef } from 'react'
import type { Failure } from '../failure/describe-failure.js'

interface MessagesProps {
  failure: Failure
  /** The text that the browser did not copy, so that the visitor can copy it by hand. */
  blocked: string
  hint: string
  say(text: string): void
}

/**
 * Shows the result of a switch or a copy. A failure is an alert; the button's status reports the visitor's own refusal.
 */
export function Messages({ failure: { sentence, isChoice }, blocked, hint, say }: MessagesProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.select(), [blocked])
  useEffect(() => {
    if (isChoice && sentence) say(sentence)
  }, [isChoice, sentence, say])
  return (
    <>
      {blocked && (
        <label className="manual">
          <textarea ref={field} readOnly rows={2} value={blocked} dir="ltr" />
          <span className="quiet">{hint}</span>
        </label>
      )}
      <div role="alert" className="error">
        {!isChoice && sentence && <p>{sentence}</p>}
      </div>
      {isChoice && sentence && <p className="quiet">{sentence}</p>}
    </>
  )
}
