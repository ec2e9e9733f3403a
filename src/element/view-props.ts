import type { ButtonProps } from '../view/contract.js'
import type { WalletConnectButton } from './button-api.js'
import { readProps } from './props.js'

const RIGHT_TO_LEFT = /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/i

/** What the view needs to know of an element: what the first paint reads, and what only comes later. */
export function readViewProps(element: WalletConnectButton): ButtonProps {
  const props = readProps(element)
  return { ...props, dir: RIGHT_TO_LEFT.test(props.lang) ? 'rtl' : 'ltr', showBalance: element.showBalance }
}
