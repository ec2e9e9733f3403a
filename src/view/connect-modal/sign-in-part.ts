import { loadChunk } from '../../platform/chunks.js'
import type { Part } from '../use-part.js'
import type { SignIn } from './sign-in.js'

/** The view of a sign-in: only pages that sign in fetch it. */
export const SIGN_IN: Part<typeof SignIn> = {
  load: async () => (await loadChunk('view/connect-modal/sign-in', () => import('./sign-in.js'))).SignIn,
}
