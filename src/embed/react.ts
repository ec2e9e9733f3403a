import type { Key, ReactElement, ReactNode } from 'react'
import { RENDERER } from './load-renderer.js'

/**
 * `react/jsx-runtime`, and what the list needs of `react`, as the script tag's views import them: React comes with its renderer.
 * Until then an element is its type, its key and its props, which `draw` reads. From then on React makes it.
 */

type Props = Readonly<Record<string, unknown>>

/** Makes an element. */
export function jsx(type: never, props: Props, key?: Key): ReactElement {
  const renderer = RENDERER.value
  return renderer ? renderer.jsx(type, props, key) : { type, props, key: key === undefined ? null : `${key}` }
}

export { jsx as jsxs }

/** A component, which React and `draw` know alike. */
export const Fragment = ({ children }: { children?: ReactNode }): ReactNode => children

const createElement = (type: never, props: Props): ReactElement => jsx(type, props)

export default { createElement }

/** Without React's renderer everything is drawn at once anyway. */
export const startTransition = (run: () => void): void =>
  (RENDERER.value?.startTransition ?? ((draw: () => void) => draw()))(run)
