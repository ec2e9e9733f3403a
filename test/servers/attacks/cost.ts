import { expect } from 'vitest'
import type { Attack, Scene } from './attack.js'
import type { TransportName } from './transports.js'

/** The most CPU time that one request of an attack may cost, in ms. */
const LIMIT = 5

/**
 * How often each attack is repeated. Its cost is that of the fourth cheapest round, because garbage collection disturbs
 * some rounds.
 */
const ROUNDS = 12

/** Attacks that send more than one request. */
const REQUESTS: Record<string, number> = { race: 20, cookie: 2, batch: 8 }

/** Checks the cost of an attack. `COSTS=1` prints it. */
export async function measureCost(
  transport: TransportName,
  attack: Attack,
  setScene: () => Scene | Promise<Scene>,
): Promise<void> {
  const costs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const send = await attack.prepare(await setScene())
    const before = process.cpuUsage()
    await send()
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / 1_000 / (REQUESTS[attack.kind] ?? 1))
  }
  const cost = costs.sort((a, b) => a - b)[3] as number
  if (process.env.COSTS) console.log(`${cost.toFixed(2)} ms · ${transport} · ${attack.kind}: ${attack.name}`)
  expect(cost).toBeLessThan(LIMIT)
}
