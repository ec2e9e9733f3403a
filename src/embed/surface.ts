import type { ReactElement } from 'react'
import type { SurfaceProps } from '../view/connect-modal/surface.js'
import { RENDERER, type Renderer } from './load-renderer.js'
import { jsx } from './react.js'

/** What follows a model with React's hooks, as the script tag's list imports it: it comes with the renderer. */
export const Surface = (props: SurfaceProps): ReactElement =>
  jsx((RENDERER.value as Renderer).Surface as never, props as never)
