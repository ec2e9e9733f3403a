import type { ChainId, Namespace } from '../chains/caip2.js'
import type { ClientEvents } from '../client/client.js'
import type { WalletConnectButton } from './button-api.js'

/** The events a page hears, by name. Names are in snake case, as the specification began it. */
export interface WalletEventMap {
  /** Cancelable: `preventDefault()` calls the attempt off. */
  wallet_connecting: CustomEvent<{ walletId: string; namespace: Namespace }>
  wallet_connected: CustomEvent<ClientEvents['connected']>
  /** Without `account` and `chainId` where a Starknet wallet is on a network that is not known. */
  wallet_changed: CustomEvent<{
    namespace: Namespace
    account?: string
    chainId?: ChainId
    previous: { account: string; chainId: ChainId }
  }>
  wallet_disconnected: CustomEvent<ClientEvents['disconnected']>
  wallet_signed_in: CustomEvent<ClientEvents['signed_in']>
  wallet_signed_out: CustomEvent<ClientEvents['signed_out']>
  wallet_transaction: CustomEvent<ClientEvents['transaction']>
  wallet_error: CustomEvent<ClientEvents['error']>
  wallet_modal_opened: CustomEvent<Record<string, never>>
  wallet_modal_closed: CustomEvent<{ choice: string | null }>
}

declare global {
  interface HTMLElementEventMap extends WalletEventMap {}
  interface DocumentEventMap extends WalletEventMap {}
}

/**
 * Tells the page: once at `document` and once at each button. The button in use sends the event that bubbles, the
 * others one that does not; with no button in the document it is `document` itself.
 *
 * @param used the button the visitor used; it counts only while it is in the document
 * @returns false when a listener called `preventDefault` on a cancelable event
 */
export function dispatchAll(
  elements: Iterable<WalletConnectButton>,
  used: WalletConnectButton | null,
  name: keyof WalletEventMap,
  detail: unknown,
): boolean {
  const attached = [...elements].filter((element) => element.isConnected).sort(byPosition)
  const main = used && attached.includes(used) ? used : attached[0]
  const send = (target: EventTarget, bubbles: boolean) =>
    target.dispatchEvent(
      new CustomEvent(name, { detail, bubbles, composed: true, cancelable: name === 'wallet_connecting' }),
    )
  let allowed = send(main ?? document, true)
  for (const element of attached) if (element !== main && !send(element, false)) allowed = false
  return allowed
}

const byPosition = (a: Node, b: Node): number =>
  a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
