// @ts-check
import { handle } from '../lib/sign-in.js'

/** @param {{ request: Request }} context */
export async function GET({ request }) {
  const session = await handle.readSession(request)
  return Response.json(session, { status: session ? 200 : 401 })
}
