// @ts-check
// The page: <wallet-connect-button sign-in="on-connect" api-url="/auth">
import { handle } from '$lib/server/sign-in.js'

/** @param {{ request: Request }} event */
const answer = ({ request }) => handle(request)

export { answer as GET, answer as OPTIONS, answer as POST }
