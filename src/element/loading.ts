import { STORAGE_PREFIX } from '../constants.js'
import type { WalletConnectButton } from './button-api.js'
import { peek } from './face/props.js'
import { type App, HUB, type Load } from './hub.js'
import { PARTS } from './parts.js'

/** The text from the catalogue; the catalogue itself is loaded later. */
const ASSET_INTEGRITY = 'Wallet button not loaded. Try again'

/** The width of a connected button that was never measured, in em. */
const ROOM = '11'

/**
 * Paints an element again, and tells the app. Outside of a page it does nothing: an added element is painted once for all its
 * attributes.
 *
 * If the element's storage has a record, a session can be restored. The record is only a hint: the wallet decides, and until then the
 * button keeps its room. A page may name its store or storage when the element is already there.
 */
export const refresh = (element: WalletConnectButton): void => {
  if (!HUB.elements.has(element)) return
  const parts = element[PARTS]
  const peekAt = (name: string) => peek(`${STORAGE_PREFIX}:${element.store}:${name}`, element.storage)
  const record = peekAt('reconnect')
  // A wallet on a phone may not know yet that its session has ended: `restore` tells it.
  if (record !== parts.record && (record || peekAt('ended'))) {
    if (record) parts.room = / ([\d.]+)$/.exec(record)?.[1] ?? ROOM
    // An element that the same script removes again asks nobody.
    queueMicrotask(async () => {
      if (element.isConnected) await runQuietly(element, 'restore')
      parts.room = ''
      refresh(element)
    })
  }
  parts.record = record
  parts.paint()
  HUB.app?.update(element)
}

let load: Load

/** Sets how the app is fetched. */
export const setLoad = (given: Load): void => {
  load = given
}

/** The console reports the failure once, however many elements fail. */
let isReported: boolean | undefined

/** Calls the app for an element, and loads it when it is first needed. Rejects when it cannot be loaded. */
export const run = async (
  element: WalletConnectButton,
  method: keyof App,
  ...args: unknown[]
): Promise<unknown> => {
  try {
    // Several calls may wait for the same load; the first that continues creates the app.
    const create = await load(element, method)
    HUB.app ??= create(HUB)
  } catch (cause) {
    // The error is also the event's detail: it has a code and a message, and its `error` is itself.
    const error: Error & { error?: unknown } = Object.assign(
      Error(ASSET_INTEGRITY, { cause }),
      { name: 'WalletError', code: 'asset_integrity' },
      // A load function that knows the reason rejects with the fields of its own error.
      cause,
    )
    error.error = error
    // What could not be fetched ahead is fetched again when it is needed. Only a failure then matters to the visitor.
    if (method !== 'prepare') {
      if (!isReported) console.error(error.message, cause)
      isReported = true
      element[PARTS].failed = true
      refresh(element)
      element.dispatchEvent(new CustomEvent('wallet_error', { bubbles: true, composed: true, detail: error }))
    }
    throw error
  }
  return (HUB.app[method] as (...args: unknown[]) => unknown)(element, ...args)
}

/** Calls {@link run} when nobody waits for the answer, because an event has reported the failure. */
export const runQuietly = (element: WalletConnectButton, method: keyof App): Promise<unknown> =>
  run(element, method).catch(() => {})
