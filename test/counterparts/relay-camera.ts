import type { BrowserContext, Locator } from 'playwright-core'
import decodeQr from 'qr/decode.js'

/** How a camera sees a screen: how many of its own px for one of the screen's, and the blur of its picture in them. */
export interface View {
  scale: number
  blur: number
}

/** A camera that is near enough, and still. */
const NEAR: View = { scale: 2, blur: 0 }

/** Runs in a page: converts a PNG to the pixels of an RGBA image, in base64, as a camera sees it. */
async function toPixels({ png, scale, blur }: View & { png: string }): Promise<{
  width: number
  height: number
  data: string
}> {
  const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.imageSmoothingQuality = 'high'
  if (blur) context.filter = `blur(${blur}px)`
  context.drawImage(bitmap, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  let text = ''
  for (let start = 0; start < data.length; start += 8_192) {
    text += String.fromCharCode(...data.subarray(start, start + 8_192))
  }
  return { width, height, data: btoa(text) }
}

/** Reads the QR code on screen as a phone's camera would, from a picture and not from its markup. */
export async function readCode(context: BrowserContext, target: Locator, view = NEAR): Promise<string> {
  const png = await target.screenshot({ animations: 'disabled' })
  const page = await context.newPage()
  try {
    const { width, height, data } = await page.evaluate(toPixels, { png: png.toString('base64'), ...view })
    return decodeQr(
      { width, height, data: new Uint8Array(Buffer.from(data, 'base64')) },
      { timeLimit: 2_000 },
    )
  } finally {
    await page.close()
  }
}
