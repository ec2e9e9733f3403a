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

/** siwe's reading, without the fields it adds to every message. */
function readWithSiwe(text: string): Fields | null {
  const read = attempt(() => new SiweMessage(text))
  return read && Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

const MANDATORY = ['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt']

function readWithViem(text: string): Fields | null {
  const read = parseSiweMessage(text) as Fields
  return MANDATORY.every((field) => read[field] !== undefined) ? read : null
}

/** The domains that viem's pattern has room for: no userinfo, IPv6, percent code, underscore; 1 to 5 digits of port. */
const isViemDomain = (domain: string) => /^[a-zA-Z0-9+,.-]*(?::[0-9]{1,5})?$/.test(domain)

/** What viem reads of a message of ours. */
function expectedOfViem(fields: SignInMessage): Fields {
  const result: Fields = {}
  for (const [name, value] of Object.entries(fields)) {
    // viem takes an empty statement or request id for none.
    if (value === '' && (name === 'statement' || name === 'requestId')) continue
    // Dates become Date objects; the small letters RFC 3339 allows, and leap seconds, become invalid ones.
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

describe('what siwe 3.0.0 reads', () => {
  it('is what we read, field by field, in every case of the grammar', () => {
    for (const [, parts] of ACCEPTED)
      expect(readWithSiwe(compose(parts))).toEqual(parseSignInMessage(compose(parts)))
  })

  it('is what we read of whatever the grammar can make', () => {
    fc.assert(
      fc.property(signInMessage, (fields) => {
        expect(readWithSiwe(formatSignInMessage(fields))).toEqual(fields)
      }),
      { numRuns: 100 },
    )
  })

  it('is refused where we refuse, with five differences', () => {
    const accepted = REFUSED.filter(([, text]) => readWithSiwe(text)).map(([fault]) => fault)
    expect(accepted).toEqual([
      // A reg-name may be empty in RFC 3986; a sign-in for no host names nobody.
      'domain: a port alone',
      'domain: userinfo alone',
      // siwe makes a number of them, which prints another text: 1, 9007199254740992.
      'chain id: a leading zero, which a number cannot print back',
      'chain id: past the safe integers',
      // RFC 3339 has leap seconds at the end of June and December only.
      'date: second 60 on an ordinary day',
    ])
  })

  it('and prints, is the same text', () => {
    fc.assert(
      fc.property(signInMessage, (fields) => {
        const text = formatSignInMessage(fields)
        const message = attempt(() => new SiweMessage(text))
        // siwe's printer leaves an empty statement out and keeps its line break twice.
        fc.pre(message !== null && fields.statement !== '' && fields.requestId !== '')
        expect(message?.prepareMessage()).toBe(text)
      }),
      { numRuns: 100 },
    )
  })
})

describe('what viem 2.57.1 reads', () => {
  it('is what we read, but for domains, dates and empty values that it has no room for', () => {
    for (const [, parts] of ACCEPTED) {
      const text = compose(parts)
      expect(toNumbers(parseSiweMessage(text) as Fields)).toEqual(expectedOfViem(parseSignInMessage(text)))
    }
    fc.assert(
      fc.property(signInMessage, (fields) => {
        const read = parseSiweMessage(formatSignInMessage(fields)) as Fields
        expect(toNumbers(read)).toEqual(expectedOfViem(fields))
      }),
      { numRuns: 400 },
    )
  })

  it('is more than the grammar allows: it reads, and leaves checking to its caller', () => {
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

  it('and prints, is the same text', () => {
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
