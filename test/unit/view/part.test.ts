import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPart } from '../../../src/platform/chunks.js'
import { fetchPart } from '../../../src/view/part.js'

/** A part that comes when the test says so. */
function createLatePart() {
  let resolve = (_: string): void => {}
  const coming = new Promise<string>((keep) => {
    resolve = keep
  })
  // It may fail before anybody has asked for it.
  coming.catch(() => {})
  const run = vi.fn(() => coming)
  return { part: createPart(run), run, resolve }
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
    const { part, run, resolve } = createLatePart()
    const heard = [vi.fn(), vi.fn()]
    for (const hear of heard) fetchPart(part, part.value, hear)
    resolve('here')
    await part.load()
    expect(run).toHaveBeenCalledOnce()
    expect(part.value).toBe('here')
    for (const hear of heard) expect(hear).toHaveBeenCalledOnce()
  })

  it('is heard of where it has come between a drawing and its effect', async () => {
    const { part, resolve } = createLatePart()
    fetchPart(part, part.value, () => {})
    const { value: drawn } = part
    resolve('here')
    await part.load()
    const hear = vi.fn()
    fetchPart(part, drawn, hear)
    await part.load()
    expect(hear).toHaveBeenCalledOnce()
  })

  it('is told nobody who has gone, or has drawn with it', async () => {
    const { part, resolve } = createLatePart()
    const hear = vi.fn()
    fetchPart(part, part.value, hear)?.()
    resolve('here')
    await part.load()
    fetchPart(part, part.value, hear)
    await part.load()
    expect(hear).not.toHaveBeenCalled()
  })

  it('is fetched again where it could not be had', async () => {
    const run = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('offline'))
    const part = createPart(run)
    const hear = vi.fn()
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    fetchPart(part, part.value, hear)
    await expect(part.load()).rejects.toMatchObject({ code: 'asset_integrity' })
    expect(told).toHaveBeenCalledOnce()
    expect(hear).not.toHaveBeenCalled()
    fetchPart(part, part.value, hear)
    await part.load()
    expect(hear).toHaveBeenCalledOnce()
  })
})
