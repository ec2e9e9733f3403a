import fc from 'fast-check'

/**
 * Any text of whole code points. It is what fast-check's unit `binary` gives, whose first use takes a second of the
 * processor in every file.
 */
export const anyText = (limits: { minLength?: number; maxLength?: number } = {}) =>
  fc.string({ unit: codePoint, ...limits })

const codePoint = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  // The surrogates between 0xd800 and 0xdfff are halves of code points.
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800))
