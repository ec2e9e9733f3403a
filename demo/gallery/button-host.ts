import type { WalletClient } from '../../src/client/wallet-client.js'
import { BUTTON_SHEET } from '../../src/element/face/button-sheet.js'
import { IDLE_LABELS } from '../../src/element/face/idle-labels.js'
import { ENGLISH_LABEL, FAILED_LABEL } from '../../src/element/face/labels.js'
import type { ButtonHost, ButtonProps, SignInActions } from '../../src/element/view-contract.js'
import { drawButton as drawNodes } from '../../src/view/button/paint-button.js'
import { pickLanguage } from '../../src/view/i18n/pick-language.js'
import { mountButton } from '../../src/view/index.js'
import { adopt } from '../../src/view/theme/adopt.js'

/** Sign-in as the view knows it; its methods do nothing. */
export const toSignIn = (isWanted: boolean): SignInActions => ({
  isWanted: () => isWanted,
  start() {},
  proceed() {},
  cancel() {},
  end() {},
})

/** How a button is drawn. */
export interface GalleryButton {
  client: WalletClient
  signIn: SignInActions
  props: Partial<ButtonProps> & Pick<ButtonProps, 'theme' | 'tag'>
}

/** Draws the button in a shadow root on an element, first the first paint, then the view, as the real element does. */
export function drawButton(element: HTMLElement, { client, signIn, props }: GalleryButton): ShadowRoot {
  const root = element.attachShadow({ mode: 'open' })
  const own = IDLE_LABELS[pickLanguage(props.tag) ?? '']
  const all: ButtonProps = {
    label: props.failed ? FAILED_LABEL : (own ?? ENGLISH_LABEL),
    ownLabel: '',
    size: 'medium',
    disabled: false,
    lang: own && !props.failed ? props.tag : 'en',
    dir: 'ltr',
    showBalance: false,
    busy: false,
    failed: false,
    look: '',
    ...props,
  }
  const host: ButtonHost = {
    element,
    root,
    client,
    start: client.getState(),
    signIn,
    getProps: () => all,
    subscribe: () => () => {},
    activate() {},
    setMenuOpen() {},
  }
  adopt(root, BUTTON_SHEET)
  drawNodes(host, all, 'idle')
  mountButton(host)
  return root
}
