import { WebSocket } from 'ws'
import { socketClass } from './socket-class.js'

/**
 * Provides a socket class for the relay's client. Node has its own from version 22 on; browsers never load this file.
 */
export function setSocketClass(): void {
  socketClass.WebSocket = WebSocket
}
