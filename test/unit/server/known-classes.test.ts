import { expect, it } from 'vitest'
import { readQuorum } from '../../../src/server/starknet/known-classes.js'

/** Argent 0.4.0, whose constructor takes a signer as owner and an optional signer as guardian. */
const SIGNERS = 0x036078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927fn

it('an undeployed account has Stark keys alone: a constructor with another kind of signer is unknown (H13)', () => {
  const read = (...calldata: bigint[]) => readQuorum(SIGNERS, calldata)?.keys ?? null
  expect(read(0n, 5n, 1n)).toEqual([5n])
  expect(read(0n, 5n, 0n, 0n, 7n)).toEqual([5n, 7n])
  // The owner, then the guardian, is a signer of another kind.
  expect(read(1n, 5n, 1n)).toBe(null)
  expect(read(0n, 5n, 0n, 1n, 7n)).toBe(null)
  expect(read(0n, 5n, 1n, 0n, 7n)).toBe(null)
  expect(read(0n, 5n, 0n, 0n, 0n)).toBe(null)
  expect(read(0n, 0n, 1n)).toBe(null)
})
