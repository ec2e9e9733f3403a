/** The list of wallets, and what follows a choice in it. */
export { prepareModal } from './connect-modal/prepare-modal.js'
export { showModal, updateModal } from './connect-modal/show-modal.js'
