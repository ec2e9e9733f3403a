import { expect, it } from 'vitest'
import { readQuorum } from '../../../src/server/starknet/known-classes.js'

/** Argent 0.4.0, whose constructor takes a signer as owner and an optional signer as guardian. */
const SIGNERS = 0x036078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927fn

it('reads the Stark keys of an undeployed account, and nothing from a constructor with another kind of signer (H13)', () => {
  const read = (...calldata: bigint[]) => readQuorum(SIGNERS, calldata)?.keys ?? null
  expect(read(0n, 5n, 1n)).toEqual([5n])
  expect(read(0n, 5n, 0n, 0n, 7n)).toEqual([5n, 7n])
  // The owner is a signer of another kind.
  expect(read(1n, 5n, 1n)).toBe(null)
  // The guardian is a signer of another kind.
  expect(read(0n, 5n, 0n, 1n, 7n)).toBe(null)
  // The guardian is neither there nor missing: its option is none of the two.
  expect(read(0n, 5n, 2n, 0n, 7n)).toBe(null)
  // A key of 0 is no key.
  expect(read(0n, 5n, 0n, 0n, 0n)).toBe(null)
  expect(read(0n, 0n, 1n)).toBe(null)
})
