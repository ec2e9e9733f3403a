import type { WalletConnectButton } from './button-api.js'
import { readProps } from './face/props.js'
import type { ButtonProps } from './view-contract.js'

/** What the view needs from an element: what the first paint reads, and what is needed only later. */
export function readViewProps(element: WalletConnectButton): ButtonProps {
  return {
    ...readProps(element),
    dir: 'ltr',
    ownLabel: element.label.trim(),
    showBalance: element.showBalance,
    look: element.look,
  }
}
