import type { WalletConnectButton } from '../button-api.js'
import { HUB } from '../hub.js'
import type { Parts } from '../parts.js'
import { LOAD_FAILED } from './face.js'
import { IDLE_LABELS } from './idle-labels.js'
import { ENGLISH_LABEL, FAILED_LABEL } from './labels.js'
import { lookUp } from './look-up.js'
import { readTag } from './tag.js'

/** The label of the idle button in the language of a tag; undefined in English, and where there are no texts. */
function findIdleLabel(tag: string): string | undefined {
  const language = lookUp(tag, Object.keys(IDLE_LABELS))
  return language && IDLE_LABELS[language]
}

/** The button's text, idle or failed, and the language of that text for screen readers. */
export function readText(this: Parts): readonly [text: string, lang: string] {
  const { label } = this.root.host as WalletConnectButton
  const tag = readTag(this.root.host)
  const text = this.face === LOAD_FAILED ? HUB.failedLabelOf?.(tag) : label || findIdleLabel(tag)
  if (text) return [text, tag]
  return [this.face === LOAD_FAILED ? FAILED_LABEL : ENGLISH_LABEL, 'en']
}
