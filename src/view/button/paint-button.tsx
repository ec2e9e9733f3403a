import { isSigningIn } from '../../client/sign-in-state.js'
import type { WalletState } from '../../client/state.js'
import type { ButtonHost, ButtonProps } from '../../element/view-contract.js'
import { draw } from '../draw.js'
import { readLanguage } from '../i18n/languages.js'
import { ButtonView, selectConnection } from './button-view.js'

/** What of a connection is news for the visitor when it changes. */
const toNews = (state: WalletState) =>
  state.connections.map(({ walletId, account, chainId }) => [walletId, account, chainId].join()).join(' ')

/**
 * Draws the button as it is now by DOM calls.
 *
 * @param use `painted`: without React, and a spinner stands for the menu that waits for React; `taken`: as React's first render,
 *   which takes the nodes over; `idle`: as first painted
 */
export function drawButton(
  { client, root, opening }: ButtonHost,
  props: ButtonProps,
  use: 'painted' | 'taken' | 'idle',
): void {
  const state = client.getState()
  const connection = use === 'idle' ? null : selectConnection(state)
  const isConnecting = use !== 'idle' && state.status === 'connecting'
  const isMenu = connection && !isSigningIn(state.auth)
  // The first paint has kept room by a style, which React would not expect. Chromium writes the attribute only when it is asked for.
  const button = root.querySelector('button')
  if (button?.hasAttribute('style')) button.removeAttribute('style')
  draw(
    <ButtonView
      props={props}
      connection={connection}
      chains={state.chains}
      networks={client.getConfig().networks}
      auth={state.auth}
      isConnecting={isConnecting}
      isBusy={isConnecting || (use === 'painted' && !!opening)}
      isExpanded={isMenu ? use === 'taken' && !!opening : state.open}
      hasFailed={false}
      language={readLanguage(props.tag)}
    />,
    root,
  )
}

/**
 * Draws a connected button without React: an account that was restored is all that most page views show. It follows the
 * client, and asks for React when the visitor comes near, and when something happens that React has to show or to announce.
 */
export function paintButton(
  host: ButtonHost,
  getProps: () => ButtonProps,
  callReact: () => void,
): () => void {
  const { client, root } = host
  const life = new AbortController()
  const { signal } = life
  const start = toNews(host.start)
  let asked: unknown
  function show() {
    drawButton(host, { ...getProps(), busy: false }, 'painted')
    const state = client.getState()
    if (toNews(state) === start && state.status === 'connected' && !isSigningIn(state.auth)) return
    // Once for each state: where React cannot be loaded, the button is drawn again, and must not ask again.
    if (asked !== state) callReact()
    asked = state
  }
  const near = () => {
    host.isNear = true
    callReact()
  }
  const on = (type: string, run: (event: never) => void, capture = false) =>
    root.addEventListener(type, run as (event: Event) => void, { signal, capture })
  for (const type of ['pointerover', 'pointerdown', 'focusin']) on(type, near)
  on('click', ({ detail }: MouseEvent) => {
    if (client.getState().status !== 'connected') return host.activate()
    host.opening = { start: detail ? null : 'first' }
    show()
    callReact()
  })
  // A visitor who goes on before React is there does not want the menu any more.
  const forget = () => {
    if (!host.opening) return
    host.opening = undefined
    show()
  }
  on('focusout', forget)
  on('keydown', (event: KeyboardEvent) => {
    if (event.key === 'Escape') forget()
    if (!/^Arrow(?:Down|Up)$/.test(event.key)) return
    event.preventDefault()
    host.opening = { start: event.key === 'ArrowUp' ? 'last' : 'first' }
    callReact()
  })
  // A picture that cannot be shown: the event does not bubble.
  on('error', ({ target }) => Object.assign(target, { hidden: true }), true)
  const stop = [client.subscribe(show), host.subscribe(show), () => life.abort()]
  show()
  return () => {
    for (const end of stop) end()
  }
}
