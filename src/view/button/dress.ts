import type { ButtonHost, ButtonProps } from '../../element/view-contract.js'
import { readLanguage } from '../i18n/languages.js'
import { adopt } from '../theme/adopt.js'
import { dress } from '../theme/look.js'
import { themeSheet } from '../theme/theme.css.js'
import { buttonSheet } from './button.css.js'

/** The host's props in the language that has loaded: label, language and direction follow it. */
export function readButtonProps(host: ButtonHost): ButtonProps {
  const props = host.getProps()
  const { texts, lang, dir } = readLanguage(props.tag)
  return texts.label ? { ...props, label: props.ownLabel || texts.label, lang, dir } : props
}

/** Gives a button the sheets of its theme and its look, and more sheets. */
export function dressRoot(element: HTMLElement, root: ShadowRoot, ...sheets: string[]): void {
  adopt(root, themeSheet, buttonSheet, ...sheets)
  dress(element, root)
}
