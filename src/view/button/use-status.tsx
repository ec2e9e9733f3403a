import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import type { ButtonHost } from '../../element/view-contract.js'
import { createPart } from '../../platform/chunks.js'
import type { LoadedTexts } from '../i18n/texts.js'
import { usePart } from '../use-part.js'

const NEWS = createPart(() => import('./news.js'))

/**
 * The only status region of the button, through which assistive technology learns what has happened.
 *
 * @param wanted there is, or soon will be, something to announce
 * @returns the region, which the first render leaves out because it was not painted; and a function that announces a
 * text
 */
export function useStatus(
  { client, element, start }: ButtonHost,
  texts: LoadedTexts,
  wanted: boolean,
): [region: ReactElement | null, say: (text: string) => void] {
  const [said, setSaid] = useState<{ text: string; count: number }>()
  const say = useCallback(
    (text: string) => setSaid((before) => ({ text, count: (before?.count ?? 0) + 1 })),
    [],
  )
  const speaker = useRef({ element, texts, say }).current
  speaker.texts = texts
  const news = usePart(NEWS, wanted)
  useEffect(() => say(''), [say])
  useEffect(() => news?.tellNews(client, start, speaker), [news, client, start, speaker])
  const region = said && (
    <span role="status" className="hidden">
      {/* The same words again are new ones. */}
      <span key={said.count}>{said.text}</span>
    </span>
  )
  return [region ?? null, say]
}
