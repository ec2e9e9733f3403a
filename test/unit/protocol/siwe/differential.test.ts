import fc from 'fast-check'
import { SiweMessage } from 'siwe'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { readDateTime } from '../../../../src/protocol/siwe/date-time.js'
import {
  formatSignInMessage,
  parseSignInMessage,
  type SignInMessage,
} from '../../../../src/protocol/siwe/message.js'
import { signInMessage } from './arbitrary.js'
import { ACCEPTED, compose, REFUSED } from './cases.js'

type Fields = Record<string, unknown>

const attempt = <T>(run: () => T): T | null => {
  try {
    return run()
  } catch {
    return null
  }
}

/** Reads with siwe, without the fields that it adds to every message. */
function readWithSiwe(text: string): Fields | null {
  const read = attempt(() => new SiweMessage(text))
  return read && Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

const MANDATORY = ['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt']

function readWithViem(text: string): Fields | null {
  const read = parseSiweMessage(text) as Fields
  return MANDATORY.every((field) => read[field] !== undefined) ? read : null
}

/** The domains that viem's pattern allows: no userinfo, IPv6, percent code or underscore; 1 to 5 digits of port. */
const isViemDomain = (domain: string) => /^[a-zA-Z0-9+,.-]*(?::[0-9]{1,5})?$/.test(domain)

/** What viem should read from a message of ours. */
function expectedOfViem(fields: SignInMessage): Fields {
  const result: Fields = {}
  for (const [name, value] of Object.entries(fields)) {
    // viem treats an empty statement or request id as missing.
    if (value === '' && (name === 'statement' || name === 'requestId')) continue
    // Dates become Date objects. The small letters that RFC 3339 allows, and leap seconds, become invalid dates.
    const isDate = name === 'issuedAt' || name === 'expirationTime' || name === 'notBefore'
    if (isDate) {
      const isPlain = /T.*(?:Z|\d)$/.test(value) && !/:60/.test(value)
      result[name] = isPlain ? readDateTime(value) : Number.NaN
    } else result[name] = value
  }
  if (!isViemDomain(fields.domain))
    for (const name of ['scheme', 'domain', 'address', 'statement']) delete result[name]
  return result
}

const toNumbers = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value instanceof Date ? value.getTime() : value]),
  )

describe('a message that siwe 3.0.0 reads', () => {
  it('is read by us field by field, in every case of the grammar', () => {
    for (const [, parts] of ACCEPTED)
      expect(readWithSiwe(compose(parts))).toEqual(parseSignInMessage(compose(parts)))
  })

  it('is read by us the same way, for anything that the grammar can create', () => {
    fc.assert(
      fc.property(signInMessage, (fields) => {
        expect(readWithSiwe(formatSignInMessage(fields))).toEqual(fields)
      }),
      { numRuns: 100 },
    )
  })

  it('is refused by us too, with five differences', () => {
    const accepted = REFUSED.filter(([, text]) => readWithSiwe(text)).map(([fault]) => fault)
    expect(accepted).toEqual([
      // RFC 3986 allows an empty reg-name; a sign-in without a host names nobody.
      'domain: a port alone',
      'domain: userinfo alone',
      // siwe turns it into a number, which prints another text: 1, 9007199254740992.
      'chain id: a leading zero, which a number cannot print back',
      'chain id: past the safe integers',
      // RFC 3339 has leap seconds only at the end of June and December.
      'date: second 60 on an ordinary day',
    ])
  })

  it('is printed by siwe with the same text', () => {
    fc.assert(
      fc.property(signInMessage, (fields) => {
        const text = formatSignInMessage(fields)
        const message = attempt(() => new SiweMessage(text))
        // siwe's printer omits an empty statement and keeps its line break twice.
        fc.pre(message !== null && fields.statement !== '' && fields.requestId !== '')
        expect(message?.prepareMessage()).toBe(text)
      }),
      { numRuns: 100 },
    )
  })
})

describe('a message that viem 2.57.1 reads', () => {
  it('is read by us the same way, except domains, dates and empty values that viem does not support', () => {
    for (const [, parts] of ACCEPTED) {
      const text = compose(parts)
      expect(toNumbers(parseSiweMessage(text) as Fields)).toEqual(expectedOfViem(parseSignInMessage(text)))
    }
    fc.assert(
      fc.property(signInMessage, (fields) => {
        const read = parseSiweMessage(formatSignInMessage(fields)) as Fields
        expect(toNumbers(read)).toEqual(expectedOfViem(fields))
      }),
      { numRuns: 200 },
    )
  })

  it('may break the grammar, because viem leaves checking to its caller', () => {
    const unchecked = [
      /at the end$|behind everything|of another standard/, // not anchored at the end
      /^address: one letter/, // the checksum
      /empty line/, // how many line breaks there are
      /^statement:/, // which characters a statement has
      /^uri:|^the URI line twice|^resources:/, // whether a URI is one
      /^version:|^nonce:|^chain id:/, // the version, the nonce's length, the number's size
      /^date:|^expiration:|^not before|^the expiration twice/, // dates may be invalid Date objects
      /^request id/,
      /^domain: (?:none|a port alone)/, // whether there is a host
    ]
    for (const [fault, text] of REFUSED) {
      if (readWithViem(text))
        expect(
          unchecked.some((reason) => reason.test(fault)),
          fault,
        ).toBe(true)
    }
  })

  it('is printed by viem with the same text', () => {
    fc.assert(
      fc.property(
        signInMessage,
        fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
        (fields, date) => {
          const given = {
            ...fields,
            issuedAt: date.toISOString(),
            expirationTime: undefined,
            notBefore: undefined,
          }
          const printed = attempt(() =>
            createSiweMessage({
              ...given,
              issuedAt: date,
              resources: given.resources && [...given.resources],
            } as never),
          )
          // viem refuses more domains than it reads, and URIs with two question marks in the query.
          fc.pre(printed !== null && fields.statement !== '' && fields.requestId !== '')
          expect(formatSignInMessage(given)).toBe(printed)
        },
      ),
      { numRuns: 100 },
    )
  })
})
