import { announceLightWallets } from '../studio/light-wallets.js'

/** The wallets of the buttons in the documents. They hold nothing. */
announceLightWallets()
