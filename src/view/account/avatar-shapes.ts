/** A picture of 32 by 32 units: a ground, and three shapes on it. Colours are CSS. */
export interface AvatarShapes {
  ground: string
  shapes: readonly { x: number; y: number; r: number; fill: string }[]
}

/** Numbers of FNV-1a for 32 bits, and of mulberry32. */
const FNV_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193
const MULBERRY = 0x6d2b79f5

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = FNV_BASIS
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), FNV_PRIME)
  return value >>> 0
}

/**
 * Draws the picture of an address: two tones and a light. It depends only on the address's digits (in any case), so
 * that it is the same everywhere and needs no request.
 */
export function drawAvatar(address: string): AvatarShapes {
  let seed = hash(address.toLowerCase())
  /** A number from 0 up to 1 (mulberry32). */
  const next = () => {
    seed = (seed + MULBERRY) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const hue = Math.floor(next() * 360)
  const other = (hue + 50 + Math.floor(next() * 110)) % 360
  const turn = next() * 2 * Math.PI
  const at = (angle: number, distance: number, r: number, fill: string) => ({
    x: Math.round((16 + distance * Math.cos(angle)) * 10) / 10,
    y: Math.round((16 + distance * Math.sin(angle)) * 10) / 10,
    r,
    fill,
  })
  return {
    ground: `oklch(.8 .12 ${hue})`,
    shapes: [
      at(turn, 11 + next() * 5, 14, `oklch(.6 .17 ${other})`),
      at(turn + 2 + next(), 12 + next() * 4, 9, `oklch(.7 .16 ${(hue + other) >> 1})`),
      at(turn + 4 + next(), 6 + next() * 5, 5, `oklch(.94 .05 ${hue})`),
    ],
  }
}
