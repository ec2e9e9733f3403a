/** Draws accounts and chains. This part of the view loads with the first connection. */
export { isImageAddress } from '../../protocol/web-address.js'
export { drawAvatar } from './avatar-shapes.js'
export { findChainIcon } from './chain-icons.js'
