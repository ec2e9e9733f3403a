import { POPUP_LOAD_TIMEOUT } from '../../../constants.js'
import { readField } from '../../../errors/normalise.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { NativePromise } from '../../../platform/natives.js'
import type { Popup } from '../../../platform/popup.js'
import { createPopupSource } from '../../../platform/popup-source.js'
import { createPort, type Port } from '../../../platform/window-port.js'
import type { OpenWallet } from './open-wallet.js'

/** A message of the popup protocol. */
export interface WalletMessage {
  event?: string
  id?: string
  requestId?: string
  data?: unknown
  [field: string]: unknown
}

/** What the wallet's page learns of the page that opened it. */
export interface WindowGreeting {
  version: string
  metadata: unknown
  preference: unknown
}

/**
 * The wallet's window, in the shape the SDK's signer wants its communicator in.
 *
 * The SDK's own one is not used. It waits for ever where the window is closed without a farewell, or cut off by a policy; it
 * opens its window only after its own code has come, which is too late for the click; and it draws a notice of its own into
 * the page where the window is blocked. What is said in the window, and how it is encrypted, remains the SDK's affair.
 */
export interface WalletWindow {
  /**
   * Opens the window where none is open. To be called in the task of a click. Where one was opened in the click already, no
   * other is opened in its place before {@link WalletWindow.settle}.
   */
  waitForPopupLoaded(): Promise<Window>
  /** Asks the window that is open; opens none. */
  postRequestAndWaitForResponse(request: { id: string }): Promise<never>
  postMessage(message: object): Promise<void>
  /** The wallet is connected: each request has a window of its own from now on. */
  settle(): void
  /** Brings the window that is open to the front. */
  focus(): void
  /** Closes the window; what is open rejects with `error`. */
  end(error: WalletError): void
}

/** Options of {@link createWalletWindow}. */
export interface WalletWindowOptions {
  open: OpenWallet
  /** The window that the click has opened already. */
  popup: Popup | null
  origin: string
  greeting: WindowGreeting
  /** The wallet's page wants to show a code for the app on the phone. */
  onCodeWanted(): void
}

const isMessage = (value: unknown): value is WalletMessage => typeof value === 'object' && value !== null

/** Creates the {@link WalletWindow} of one session. Every popup of it is watched for as long as it is open. */
export function createWalletWindow(options: WalletWindowOptions): WalletWindow {
  const { open, origin, greeting, onCodeWanted } = options
  const waiting = new Map<string, { resolve(message: never): void; reject(error: WalletError): void }>()
  let lost = new WalletError('popup_closed')
  let ended: WalletError | null = null
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
        port.post({ requestId: message.id, data: { ...greeting, location: location.href } })
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
