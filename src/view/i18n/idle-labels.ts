import type { WalletConnectButton } from '../../element/button-api.js'
import { ENGLISH_LABEL } from '../../element/face/labels.js'
import { readText } from '../../element/face/props.js'
import type { Hub } from '../../element/hub.js'
import { PARTS } from '../../element/parts.js'
import { pickLanguage } from './pick-language.js'
import type { Texts } from './texts.js'

/**
 * Gives the page's idle buttons their label in a language that has loaded, also buttons that the page adds later. React
 * draws a button only when the visitor uses it, and the first paint does not know this language.
 *
 * @param name the language, one of the names in names.ts
 */
export function labelIdleButtons(name: string, { label = '', dir }: Texts): void {
  // Where there is no page, there is no hub.
  const hub = (globalThis as never as Record<symbol, Hub | undefined>)[PARTS]
  if (!hub) return
  const known = new WeakSet<WalletConnectButton>()
  const follow = (element: WalletConnectButton) => {
    const parts = element[PARTS]
    const { paint } = parts
    const translate = () => {
      const [shown, , tag] = readText(element, !!parts.failed)
      const [wrapper, , , text] = parts.root.querySelectorAll<HTMLElement>('*')
      if (parts.taken || shown !== ENGLISH_LABEL || pickLanguage(tag) !== name || !wrapper || !text) return
      Object.assign(wrapper, { lang: tag, dir: dir ?? 'ltr' })
      text.textContent = label
    }
    if (known.has(element)) return
    known.add(element)
    parts.paint = () => {
      // The element may have another language now.
      if (!parts.taken) parts.root.firstElementChild?.removeAttribute('dir')
      paint.call(parts)
      translate()
    }
    translate()
  }
  for (const element of hub.elements) follow(element)
  const { app } = hub
  if (!app) return
  const { attach } = app
  app.attach = (element) => {
    attach(element)
    follow(element)
  }
}
