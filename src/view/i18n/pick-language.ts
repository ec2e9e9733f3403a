import { lookUp } from '../../element/face/look-up.js'
import { LANGUAGES } from './names.js'

/**
 * The language there are texts for that fits a BCP 47 tag best.
 *
 * @returns null for English, and where nothing fits
 */
export const pickLanguage = (tag: string): string | null => lookUp(tag, LANGUAGES) ?? null
