import { readNodes } from '../nodes.js'
import { announceDemoWallets } from './evm.js'

/** The script that puts every demo wallet on a page. */
announceDemoWallets(readNodes())
