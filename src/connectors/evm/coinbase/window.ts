import { readField } from '../../../errors/normalise.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { readAddress } from '../../../platform/environment.js'
import { NativePromise } from '../../../platform/natives.js'
import type { Popup } from '../../../platform/popup.js'
import { createPopupSource } from '../../../platform/popup-source.js'
import { createPort, type Port } from '../../../platform/window-port.js'
import { POPUP_LOAD_TIMEOUT } from '../../limits.js'
import type { OpenWallet } from './open-wallet.js'

/** A message of the popup protocol. */
export interface WalletMessage {
  event?: string
  id?: string
  requestId?: string
  data?: unknown
  [field: string]: unknown
}

/** What the wallet's page learns about the page that has opened it. */
export interface WindowGreeting {
  version: string
  metadata: unknown
  preference: unknown
}

/**
 * The wallet's window, with the interface of the communicator that the SDK's signer expects.
 *
 * We do not use the SDK's own communicator. It waits for ever when the window is closed without a message or is cut off
 * by a policy. It opens its window only after its code has loaded, which is too late for the click. It draws a notice
 * into the page when the window is blocked. The messages and their encryption are still the SDK's.
 */
export interface WalletWindow {
  /**
   * Opens the window if none is open. Call it in the task of a click. If the click has already opened a window, no
   * other window replaces it before {@link WalletWindow.settle}.
   */
  waitForPopupLoaded(): Promise<Window>
  /** Asks the open window; opens none. */
  postRequestAndWaitForResponse(request: { id: string }): Promise<never>
  postMessage(message: object): Promise<void>
  /** The wallet is connected: from now on each request opens its own window. */
  settle(): void
  /** Brings the open window to the front. */
  focus(): void
  /** The last request that the wallet's page has got, also when it has been answered; null before the first. */
  readonly asked: object | null
  /** Closes the window; open requests reject with `error`, and the next one opens another window. */
  giveUp(error: WalletError): void
  /** As {@link WalletWindow.giveUp}, for good. */
  end(error: WalletError): void
}

/** Options of {@link createWalletWindow}. */
export interface WalletWindowOptions {
  open: OpenWallet
  /** The window that the click has opened already. */
  popup: Popup | null
  origin: string
  greeting: WindowGreeting
  /** Called when the wallet's page wants to show a code for the phone app. */
  onCodeWanted(): void
}

const isMessage = (value: unknown): value is WalletMessage => typeof value === 'object' && value !== null

/** Creates the {@link WalletWindow} of one session. It watches each of its popups for as long as the popup is open. */
export function createWalletWindow(options: WalletWindowOptions): WalletWindow {
  const { open, origin, greeting, onCodeWanted } = options
  const waiting = new Map<string, { resolve(message: never): void; reject(error: WalletError): void }>()
  let lost = new WalletError('popup_closed')
  let ended: WalletError | null = null
  let asked: object | null = null
  let isSettled = !options.popup
  let opened: { popup: Popup; port: Port } | null = options.popup && enter(options.popup)

  function enter(popup: Popup): { popup: Popup; port: Port } {
    const source = createPopupSource(popup)
    const port: Port = createPort({
      source,
      origins: [origin],
      loadTimeout: POPUP_LOAD_TIMEOUT,
      onMessage: (message) => isMessage(message) && hear(message),
      onEnd(error) {
        lost = error
        if (opened?.port === port) opened = null
        for (const { reject } of waiting.values()) reject(error)
        waiting.clear()
      },
    })

    function hear(message: WalletMessage) {
      if (message.event === 'PopupLoaded') {
        port.bind(origin)
        port.post({ requestId: message.id, data: { ...greeting, location: readAddress().href } })
      } else if (message.event === 'PopupUnload') port.end(new WalletError('popup_closed'))
      else if (message.event === 'WalletLinkSessionRequest') onCodeWanted()
      else if (typeof message.requestId === 'string') {
        waiting.get(message.requestId)?.resolve(message as never)
        waiting.delete(message.requestId)
      }
    }
    return { popup, port }
  }

  return {
    async waitForPopupLoaded() {
      if (ended) throw ended
      if (isSettled && opened?.popup.view.closed) opened.port.end(new WalletError('popup_closed'))
      if (!opened && !isSettled) throw lost
      if (opened) opened.popup.view.focus()
      else opened = enter(open())
      const { port, popup } = opened
      await port.loaded()
      return popup.view
    },
    postRequestAndWaitForResponse: (request) =>
      new NativePromise((resolve, reject) => {
        if (!opened) return reject(lost)
        asked = request
        waiting.set(request.id, { resolve, reject })
        opened.port.post(request)
      }),
    async postMessage(message) {
      opened?.port.post(message)
    },
    settle() {
      isSettled = true
    },
    focus: () => opened?.popup.view.focus(),
    get asked() {
      return asked
    },
    giveUp: (error) => opened?.port.end(error),
    end(error) {
      ended = error
      opened?.port.end(error)
    },
  }
}

/** Asks the wallet's page which kind of wallet the visitor wants. @throws WalletError `wallet_malformed` */
export async function askKind(window: WalletWindow, preference: object): Promise<'scw' | 'walletlink'> {
  await window.waitForPopupLoaded()
  const answer: unknown = await window.postRequestAndWaitForResponse({
    id: crypto.randomUUID(),
    ...{
      event: 'selectSignerType',
      data: { ...preference, handshakeRequest: { method: 'eth_requestAccounts' } },
    },
  })
  const kind = readField(answer, 'data')
  if (kind === 'scw' || kind === 'walletlink') return kind
  throw new WalletError('wallet_malformed')
}
