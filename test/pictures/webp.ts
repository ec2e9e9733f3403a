import type { Page } from 'playwright-core'

/** The difference of two pictures. */
export interface Difference {
  /** The share of places that differ, from 0 to 1. */
  share: number
  /** Width and height of both, in px. */
  sizes: readonly [string, string]
}

const toAddress = (bytes: Buffer, type: string) => `data:image/${type};base64,${bytes.toString('base64')}`

/** Converts a PNG to a WebP of a third of its size, in the browser. */
export async function toWebp(page: Page, png: Buffer, quality = 0.8): Promise<Buffer> {
  const address = await page.evaluate(
    async ([source, wanted]) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', wanted)
    },
    [toAddress(png, 'png'), quality] as const,
  )
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/**
 * Compares two pictures by the mean colours of squares of 8 px. The edges of letters do not count, but a row that has
 * moved, a surface of another colour or a missing picture does.
 */
export const compare = (page: Page, kept: Buffer, now: Buffer): Promise<Difference> =>
  page.evaluate(
    async (sources) => {
      const read = async (source: string) => {
        const image = new Image()
        image.src = source
        await image.decode()
        const [width, height] = [Math.ceil(image.width / 8), Math.ceil(image.height / 8)]
        const context = new OffscreenCanvas(width, height).getContext(
          '2d',
        ) as OffscreenCanvasRenderingContext2D
        context.imageSmoothingQuality = 'high'
        context.drawImage(image, 0, 0, width, height)
        return {
          size: `${image.width}×${image.height}`,
          data: context.getImageData(0, 0, width, height).data,
        }
      }
      const [one, other] = await Promise.all(sources.map(read))
      if (!one || !other || one.data.length !== other.data.length)
        return { share: 1, sizes: [one?.size ?? '', other?.size ?? ''] as const }
      let differ = 0
      for (let at = 0; at < one.data.length; at += 4) {
        const distance = [0, 1, 2].map((part) =>
          Math.abs((one.data[at + part] ?? 0) - (other.data[at + part] ?? 0)),
        )
        if (Math.max(...distance) > 20) differ++
      }
      return { share: differ / (one.data.length / 4), sizes: [one.size, other.size] as const }
    },
    [toAddress(kept, 'webp'), toAddress(now, 'png')],
  )
