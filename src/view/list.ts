/** The list of wallets, and what follows a choice in it. */
export { createList } from './connect-modal/list-on-page.js'
