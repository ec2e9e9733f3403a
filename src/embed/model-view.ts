import type { ReactElement } from 'react'
import type { ModelViewProps } from '../view/connect-modal/model-view.js'
import { RENDERER, type Renderer } from './load-renderer.js'
import { jsx } from './react.js'

/** What follows a model with React's hooks, as the script tag's list imports it: it comes with the renderer. */
export const ModelView = (props: ModelViewProps): ReactElement =>
  jsx((RENDERER.value as Renderer).ModelView as never, props as never)
