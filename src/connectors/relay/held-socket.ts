/** The socket class of a Node without one of its own, held for the relay's client, which asks for it as it is loaded. */
export const heldSocket: { WebSocket?: unknown } = {}
