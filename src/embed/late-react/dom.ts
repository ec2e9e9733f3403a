/** What the script tag loads with React's renderer. */

export { flushSync } from 'react-dom'
export { createRoot, hydrateRoot } from 'react-dom/client'
export { mountButton } from '../../view/mount-button.js'
export { takeOver, withBegin } from './take-over.js'
