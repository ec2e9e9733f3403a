import { vi } from 'vitest'

/** How long `vi.waitFor` and `vi.waitUntil` wait for what a test expects, in ms: a second is too short on a busy machine. */
const PATIENCE = 10_000

const { waitFor, waitUntil } = vi

const withPatience = (options?: number | { timeout?: number; interval?: number }) =>
  typeof options === 'number' ? options : { timeout: PATIENCE, ...options }

// Files that share their modules run this once each; each run only adds the same default.
vi.waitFor = (callback, options) => waitFor(callback, withPatience(options))
vi.waitUntil = (callback, options) => waitUntil(callback, withPatience(options))
