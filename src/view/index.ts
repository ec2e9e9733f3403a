/** The whole view, as an application bundles it. */
export * from './early.js'
export * from './list.js'
export { mountButton } from './mount-button.js'
