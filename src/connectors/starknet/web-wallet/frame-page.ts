import { readField } from '../../../errors/normalise.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { type Frame, openFrame } from '../../../platform/frame.js'
import { clearTimer, NativePromise, setTimer } from '../../../platform/natives.js'
import { createPort, type Port, type PortSource } from '../../../platform/window-port.js'
import { POPUP_LOAD_TIMEOUT } from '../../limits.js'
import type { WebWalletHost } from './host.js'
import { FRAME_PATH } from './routes.js'
import { createWire, LOAD_SIGNAL, type Wire } from './wire.js'

/** A frame that has loaded and sends nothing for this long shows an error page, in ms. */
const FRAME_SILENCE = 1_500

/** First size of the frame in CSS px (starknetkit 3). */
const FRAME_WIDTH = 420
const FRAME_HEIGHT = 438

/** Permissions that the wallet's page needs: copying an address, and passkeys. */
const ALLOW = ['clipboard-write', 'publickey-credentials-get', 'publickey-credentials-create']

/** The wallet's page in a hidden frame, for as long as the session lasts. */
export interface FramePage {
  port: Port
  wire: Wire
  hide(): void
}

/** Creates the source of a port from a frame. @param isVisited whether a request runs now */
const createFrameSource = (frame: Frame, isVisited: () => boolean): PortSource => ({
  get view() {
    return frame.view
  },
  get fleeting() {
    return isVisited()
  },
  since: frame.since,
  listen: frame.listen,
  isGone: () => !frame.isThere,
  explain: () => new WalletError('popup_closed'),
  close: frame.remove,
})

/**
 * Opens the wallet's page in a hidden frame.
 *
 * The page says by `updateModal` when it wants to be visible; the frame shows it only during a request.
 *
 * @param isVisited whether a request runs now
 */
export function openFramePage(host: WebWalletHost, isVisited: () => boolean): FramePage {
  let silence: number | undefined
  let hasLoaded = false
  // A framed page has no opener, so many pages cannot send the load signal. We send a harmless request instead.
  const probe = createWire(
    (message) => {
      for (const origin of host.origins) frame.view?.postMessage(message, origin)
    },
    () => NativePromise.resolve(),
  )
  const frame = openFrame({
    url: host.origin + FRAME_PATH,
    title: 'Wallet',
    allow: ALLOW,
    width: FRAME_WIDTH,
    height: FRAME_HEIGHT,
    onLoad() {
      // The page that got the request is gone, and the new page knows nothing about it.
      if (port.origin && hasLoaded) port.end(new WalletError('popup_closed'))
      hasLoaded = true
      if (port.origin || port.ended) return
      // Only that an answer comes counts; the silence below says that none does.
      probe.mutate('getLoginStatus').catch(() => {})
      clearTimer(silence)
      silence = setTimer(() => {
        if (!port.origin) port.end(new WalletError('popup_load_timeout'))
      }, FRAME_SILENCE)
    },
    onDismiss: () => port.end(new WalletError('popup_closed')),
  })
  const port: Port = createPort({
    source: createFrameSource(frame, isVisited),
    origins: host.origins,
    loadSignal: LOAD_SIGNAL,
    loadTimeout: POPUP_LOAD_TIMEOUT,
    onMessage(message, origin) {
      if (probe.hear(message)) port.bind(origin)
      else wire.hear(message)
    },
    onEnd(error) {
      clearTimer(silence)
      wire.end(error)
      probe.end(error)
    },
  })
  const wire = createWire(port.post, async () => {
    await port.loaded()
    clearTimer(silence)
  })
  wire.subscribe('updateModal', (data) => {
    const action = readField(data, 'action')
    if (action === 'show' && isVisited()) frame.show(port.origin || host.origin)
    else if (action === 'hide') frame.hide()
    else if (action === 'updateSize') frame.resize(readField(data, 'width'), readField(data, 'height'))
  })
  return { port, wire, hide: frame.hide }
}
