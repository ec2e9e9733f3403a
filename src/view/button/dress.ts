import type { ButtonHost, ButtonProps } from '../../element/view-contract.js'
import { readLanguage, readyTag } from '../i18n/languages.js'
import { pickLanguage } from '../i18n/pick-language.js'
import { adopt } from '../theme/adopt.js'
import { dress } from '../theme/look.js'
import { themeSheet } from '../theme/theme.css.js'
import { buttonSheet } from './button.css.js'

/**
 * The host's props in the language that has loaded: label, language and direction follow it.
 *
 * @param shown the tag that the button was drawn with; it stays until the texts for another one have loaded
 */
export function readButtonProps(host: ButtonHost, shown?: string): ButtonProps {
  const given = host.getProps()
  const props = { ...given, tag: readyTag(given.tag, shown) }
  const { texts, lang, dir } = readLanguage(props.tag)
  if (texts.label) return { ...props, label: props.ownLabel || texts.label, lang, dir }
  // The label is in that language already, whose direction comes with its texts.
  return pickLanguage(props.tag) ? { ...props, dir: 'auto' } : props
}

/** Gives a button the sheets of its theme and its look, and more sheets. */
export function dressRoot(element: HTMLElement, root: ShadowRoot, ...sheets: string[]): void {
  adopt(root, themeSheet, buttonSheet, ...sheets)
  dress(element, root)
}
