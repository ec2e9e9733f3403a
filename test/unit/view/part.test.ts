import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fetchPart, type Part } from '../../../src/view/part.js'

/** A part that comes when the test says so. */
function createPart() {
  let resolve = (_: string): void => {}
  const coming = new Promise<string>((keep) => {
    resolve = keep
  })
  // It may fail before anybody has asked for it.
  coming.catch(() => {})
  const part: Part<string> = { load: vi.fn(() => coming) }
  return { part, resolve }
}

describe('a part of the view', () => {
  // Node paints nothing.
  beforeAll(() => {
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run))
    vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  })
  afterAll(() => {
    vi.unstubAllGlobals()
  })

  it('is fetched once, and each place that draws without it hears that it is there', async () => {
    const { part, resolve } = createPart()
    const heard = [vi.fn(), vi.fn()]
    for (const hear of heard) fetchPart(part, part.value, hear)
    resolve('here')
    await part.loading
    expect(part.load).toHaveBeenCalledOnce()
    expect(part.value).toBe('here')
    for (const hear of heard) expect(hear).toHaveBeenCalledOnce()
  })

  it('is heard of where it has come between a drawing and its effect', async () => {
    const { part, resolve } = createPart()
    fetchPart(part, part.value, () => {})
    const { value: drawn } = part
    resolve('here')
    await part.loading
    const hear = vi.fn()
    fetchPart(part, drawn, hear)
    await part.loading
    expect(hear).toHaveBeenCalledOnce()
  })

  it('is told nobody who has gone, or has drawn with it', async () => {
    const { part, resolve } = createPart()
    const hear = vi.fn()
    fetchPart(part, part.value, hear)?.()
    resolve('here')
    await part.loading
    fetchPart(part, part.value, hear)
    await part.loading
    expect(hear).not.toHaveBeenCalled()
  })

  it('is fetched again where it could not be had', async () => {
    const part: Part<string> = { load: () => Promise.reject(new Error('offline')) }
    const hear = vi.fn()
    fetchPart(part, part.value, hear)
    await part.loading
    expect(part.loading).toBeUndefined()
    part.load = async () => 'here'
    fetchPart(part, part.value, hear)
    await part.loading
    expect(hear).toHaveBeenCalledOnce()
  })
})
