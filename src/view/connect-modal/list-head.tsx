import { readAddress } from '../../platform/environment.js'
import { Phrase } from '../phrase.js'
import { english } from './english.js'
import type { Head, ViewProps } from './view-props.js'

/** The header of the list. In a frame that is too small for the list, a link to the same page in a tab replaces it. */
export function readListHead({ texts: given, state }: ViewProps): Head {
  const texts = { ...english, ...given }
  const title = <Phrase text={texts.connectTo} name={state.appName} />
  if (self === top) return { title }
  return {
    className: 'framed',
    title: (
      <>
        <span className="roomy">{title}</span>
        <a className="room" href={readAddress().href} target="_blank" rel="noopener">
          {texts.noRoom}
        </a>
      </>
    ),
  }
}
