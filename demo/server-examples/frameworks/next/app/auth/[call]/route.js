// @ts-check
// The page: <wallet-connect-button sign-in="on-connect" api-url="/auth">
import { handle } from '../../../lib/sign-in.js'

/** @param {Request} request */
const answer = (request) => handle(request)

export { answer as GET, answer as OPTIONS, answer as POST }
