// @ts-check
// The page: <wallet-connect-button sign-in="on-connect" api-url="/auth">
import { handle } from '../../lib/sign-in.js'

/** @param {{ request: Request }} context */
export const ALL = ({ request }) => handle(request)
