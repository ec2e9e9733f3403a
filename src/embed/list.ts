import { createDrawnRoot } from './drawn-root.js'
import { setDrawnRoot } from './react-dom.js'

// The list draws itself until React's renderer has loaded.
setDrawnRoot(createDrawnRoot)

export * from '../view/list.js'
