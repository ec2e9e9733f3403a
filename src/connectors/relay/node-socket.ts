import { WebSocket } from 'ws'
import { heldSocket } from './held-socket.js'

/** Has a socket class at hand for the relay's client. Node has one of its own from version 22 on; no browser loads this file. */
export function holdSocket(): void {
  heldSocket.WebSocket = WebSocket
}
