export { flushSync } from 'react-dom'
export { createRoot, hydrateRoot } from 'react-dom/client'
export { takeOver, withBegin } from './take-over.js'
