import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { List } from './list.js'
import { findWallets } from './wallets.js'

/** Draws the list into a floor's shadow root, at once. */
export function open(root: ShadowRoot): void {
  const place = document.createElement('div')
  root.append(place)
  const tree = createRoot(place)
  const onClose = () => {
    tree.unmount()
    place.remove()
  }
  flushSync(() => tree.render(<List wallets={findWallets()} onClose={onClose} />))
}
