/**
 * Tells a frame of the studio what to show, whenever it has loaded.
 *
 * @returns what tells it again
 */
export function describeTo(
  frame: HTMLIFrameElement,
  read: () => { query: string; theme: string },
): () => void {
  const send = () => frame.contentWindow?.dispatchEvent(new CustomEvent('describe', { detail: read() }))
  frame.addEventListener('load', send)
  return send
}

/** The theme of this page: `dark` or `light`. */
export const readTheme = (): string => {
  const { theme } = document.documentElement.dataset
  if (theme) return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
