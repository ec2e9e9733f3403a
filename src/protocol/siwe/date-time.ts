import { MINUTE, SECOND } from '../../constants.js'

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

/**
 * Reads an RFC 3339 date-time: a real day of the calendar, a real time of the day, an offset.
 *
 * @returns epoch ms, with fractions of a millisecond cut off; null for anything else. A leap second counts as the
 * second
 * after it, and is accepted only at the end of June and December
 */
export function readDateTime(text: string): number | null {
  const match = DATE_TIME.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [, , , , , , , fraction = '', sign, offsetHour = '0', offsetMinute = '0'] = match
  if (hour > 23 || minute > 59 || second > 60 || Number(offsetHour) > 23 || Number(offsetMinute) > 59)
    return null

  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null

  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * MINUTE * (sign === '-' ? -1 : 1)
  const whole = date.getTime() + (hour * 60 + minute) * MINUTE + second * SECOND - offset
  if (second === 60 && !/-(?:06-30|12-31)T23:59:59/.test(new Date(whole - SECOND).toISOString())) return null
  return whole + Number(fraction.slice(0, 3).padEnd(3, '0'))
}
