/** What accounts and chains are drawn from: a part of the view that comes with the first connection. */
export { isImageAddress } from '../../protocol/web-address.js'
export { drawAvatar } from './avatar-shapes.js'
export { findChainIcon } from './chain-icons.js'
