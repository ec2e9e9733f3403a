import { WebSocket } from 'ws'
import { heldSocket } from './socket-class.js'

/**
 * Provides a socket class for the relay's client. Node has its own from version 22 on; browsers never load this file.
 */
export function holdSocket(): void {
  heldSocket.WebSocket = WebSocket
}
