import { expect, test } from 'vitest'
import { withFirstAbort } from '../../../src/platform/first-abort.js'

test('the first of several signals counts, with its reason', async () => {
  const [one, two] = [new AbortController(), new AbortController()]
  const reason = await withFirstAbort([undefined, one.signal, two.signal], async (over) => {
    two.abort('two')
    one.abort('one')
    return over.reason
  })
  expect(reason).toBe('two')
})

test('a signal that was aborted before counts at once', async () => {
  expect(await withFirstAbort([AbortSignal.abort('early')], async (over) => over.reason)).toBe('early')
})

test.each([
  ['an answer', async () => 'answer', 'answer'],
  [
    'a failure',
    async () => {
      throw new Error('failure')
    },
    'Error: failure',
  ],
])('after %s nothing goes on, and nothing listens any more', async (_how, end, expected) => {
  const heard = new Set<unknown>()
  const signal = Object.assign(new AbortController().signal, {
    addEventListener: (_: string, listener: unknown) => heard.add(listener),
    removeEventListener: (_: string, listener: unknown) => heard.delete(listener),
  })
  let own: AbortSignal | undefined
  const run = (over: AbortSignal) => {
    own = over
    expect(heard.size).toBe(1)
    return end()
  }
  expect(await withFirstAbort([signal as AbortSignal], run).catch(String)).toBe(expected)
  expect([own?.aborted, heard.size]).toEqual([true, 0])
})
