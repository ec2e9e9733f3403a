/** The socket class for a Node that has none. The relay's client reads it while it loads. */
export const socketClass: { WebSocket?: unknown } = {}
