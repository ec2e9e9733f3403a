import { expect } from 'vitest'
import type { Course } from './relay-sequences.js'

/** Failures after which the wallet certainly has no request, now or later. */
const CERTAIN = ['relay_unreachable', 'session_ended']

/** Failures that mean that the wallet may have the request. */
const UNSURE = ['request_unconfirmed', 'request_expired', 'session_ended request_unconfirmed']

/**
 * Checks the rule for a sequence: the wallet gets each request that did not fail exactly once, none that certainly
 * failed, and each uncertain request at most once.
 */
export function expectHonesty({ told, heard }: Course, name: string): void {
  const count = (text: string) => heard.filter((one) => one === text).length
  const lines = told.map(({ text, outcome }) => `${text}: ${outcome}, heard ${count(text)} times`)
  const wrong = told.filter(({ text, outcome }) => {
    if (outcome === 'answered') return count(text) !== 1
    if (CERTAIN.includes(outcome)) return count(text) !== 0
    return !UNSURE.includes(outcome) || count(text) > 1
  })
  expect(wrong, `${name}\n${lines.join('\n')}`).toEqual([])
  const known = new Set(told.map(({ text }) => text))
  expect(
    heard.filter((text) => !known.has(text)),
    name,
  ).toEqual([])
  // When the relay is back, the next request is answered.
  expect(
    told.slice(-2).map(({ outcome }) => outcome),
    `${name}\n${lines.join('\n')}`,
  ).toEqual(['answered', 'answered'])
}
