/**
 * wallet-connect-button/trpc: the ready-made router of the page's calls and its context, for servers that have
 * `@trpc/server` 11. The verifier that it takes comes from wallet-connect-button/server.
 */
export { createSignInContext, type SignInContext } from '../server/context.js'
export { createSignInRouter, type SignInRouter } from '../server/router.js'
export type { SignInServerOptions } from '../server/service.js'
