import type { BrowserContext, Locator } from 'playwright-core'
import decodeQr from 'qr/decode.js'

/** Runs in a page: converts a PNG to the pixels of an RGBA image, in base64; a camera sees twice as many of them. */
async function toPixels(png: string): Promise<{ width: number; height: number; data: string }> {
  const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const [width, height] = [bitmap.width * 2, bitmap.height * 2]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  let text = ''
  for (let start = 0; start < data.length; start += 8_192) {
    text += String.fromCharCode(...data.subarray(start, start + 8_192))
  }
  return { width, height, data: btoa(text) }
}

/** Reads the QR code on screen as a phone's camera would, from a picture and not from its markup. */
export async function readCode(context: BrowserContext, target: Locator): Promise<string> {
  const png = await target.screenshot({ animations: 'disabled' })
  const page = await context.newPage()
  try {
    const { width, height, data } = await page.evaluate(toPixels, png.toString('base64'))
    return decodeQr(
      { width, height, data: new Uint8Array(Buffer.from(data, 'base64')) },
      { timeLimit: 2_000 },
    )
  } finally {
    await page.close()
  }
}
