/** Whether the browser knows that it is offline. Other runtimes cannot tell and count as online. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false
