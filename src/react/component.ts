import * as React from 'react'
import { sameContent } from '../client/same-content.js'
import { BUTTON_TAG } from '../constants.js'
import type { WalletConnectButton as ButtonElement } from '../element/button-api.js'
import { type ElementProps, readElementProps, type WalletConnectButtonProps } from './element-props.js'
import { getLiveLiteral, type LiveLiteral } from './live-literal.js'

/** Runs before the browser paints. On a server, which runs no effects, React 18 must not warn about it. */
const useLayout = typeof document === 'undefined' ? React.useEffect : React.useLayoutEffect

/** What a component has passed to its element so far. */
interface Given {
  rendered: ElementProps['rendered']
  structured: ElementProps['structured']
  live: LiveLiteral | null
}

/**
 * `<wallet-connect-button>` as a React component, for React 18 and 19. It passes structured values and events to the
 * element, which React 18 does not do for the plain tag. A value that equals the one before is not set again, so lists
 * and objects may be written inline. A ref returns the element.
 */
export const WalletConnectButton: React.ForwardRefExoticComponent<
  WalletConnectButtonProps & React.RefAttributes<ButtonElement>
> = React.forwardRef((props, outer) => {
  const ref = React.useRef<ButtonElement>(null)
  const given = React.useRef<Given>({ rendered: {}, structured: new Map(), live: null })
  const handlers = React.useRef<ElementProps['handlers']>(new Map())
  const next = readElementProps(props)
  React.useImperativeHandle(outer, () => ref.current as ButtonElement, [])
  useLayout(() => {
    handlers.current = next.handlers
    if (ref.current) give(ref.current, given.current, next)
  })
  const listener = React.useRef((event: Event) => handlers.current.get(event.type)?.(event)).current
  const types = [...next.handlers.keys()]
  const events = types.join()
  const listen = () => {
    for (const type of types) ref.current?.addEventListener(type, listener)
  }
  // Before the element's own microtask, in which it begins to restore a session.
  useLayout(listen, [events])
  // A passive effect goes on listening while a Suspense boundary hides the element. To add a listener again changes nothing.
  React.useEffect(() => {
    const element = ref.current
    listen()
    return () => {
      for (const type of types) element?.removeEventListener(type, listener)
    }
  }, [events])
  // The element may have restored its session, and say so in `data-status`, before React hydrates it.
  return React.createElement(BUTTON_TAG, { ...next.rendered, suppressHydrationWarning: true, ref })
})
WalletConnectButton.displayName = 'WalletConnectButton'

/** Sets what has changed on the element, and removes what is gone. */
function give(element: ButtonElement, given: Given, { rendered, structured }: ElementProps): void {
  for (const name of new Set([...given.structured.keys(), ...structured.keys()])) {
    const [before, value] = [given.structured.get(name), structured.get(name)]
    if (sameContent(before, value)) continue
    if (name === 'signInAdapter') {
      if (given.live?.take(value)) continue
      given.live = getLiveLiteral(value)
    }
    Reflect.set(element, name, (name === 'signInAdapter' && given.live?.value) || value)
  }
  // React 19 sets a removed attribute to the text “undefined” when the element has a property of that name.
  for (const [name, value] of Object.entries(given.rendered)) {
    if (!(name in rendered) && typeof value !== 'object' && typeof value !== 'function')
      element.removeAttribute(name)
  }
  Object.assign(given, { rendered, structured })
}
